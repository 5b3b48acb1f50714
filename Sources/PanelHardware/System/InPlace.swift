/// Asks a value where it stands.
///
/// For a call that only reads a property of a class, the compiler copies the whole value first, with a
/// reference counted for each of its tables: it cannot know that nothing changes it meanwhile. What is
/// handed over for changing is not copied.
@inline(__always)
func inPlace<Value, Answer>(_ value: inout Value, _ question: (Value) -> Answer) -> Answer {
  question(value)
}
