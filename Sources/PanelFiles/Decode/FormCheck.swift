extension Value {
  /// Says everything that is wrong with this value by its form alone.
  ///
  /// For values that are used later and in another place, such as `defaults`: what is wrong with them
  /// is reported where they stand, and once.
  func check(_ form: Form) {
    switch form {
    case .text: _ = text()
    case .picture: _ = picture()
    case .verbatim: _ = verbatim()
    case .flag: _ = flag()
    case .integer(let range): _ = integer(in: range)
    case .number(let range): _ = number(in: range)
    case .span(let range, let usual): _ = span(in: range, usual: usual)
    case .quantity(let measure, let range): _ = quantity(measure, in: range)
    case .colour: _ = colour()
    case .choice(let names): _ = choice(names)
    case .list(let item, let counts): for value in items(counts) ?? [] { value.check(item) }
    case .map(let form), .events(let form): for entry in entries() ?? [] { entry.value.check(form) }
    case .table(let table):
      guard let fields = fields(table) else { return }
      for key in table.keys { fields[key.name]?.check(key.form) }
    case .orOff(.integer(let range)): if !isOff { _ = integer(in: range, hint: ", nor off") }
    case .orOff(.span(let range, let usual)):
      if !isOff { _ = span(in: range, usual: usual, hint: ", or off") }
    case .orOff(let form): if !isOff { check(form) }
    case .either(let forms): if let form = likely(forms) { check(form) }
    }
  }

  /// The one of `forms` that is meant, by what stands there.
  private func likely(_ forms: [Form]) -> Form? {
    let wanted: (Form) -> Bool
    switch node.content {
    case .mapping:
      wanted = { if case .table = $0 { return true } else { return false } }
    case .sequence:
      wanted = { if case .list = $0 { return true } else { return false } }
    case .scalar("true", isPlain: true), .scalar("false", isPlain: true):
      wanted = { if case .flag = $0 { return true } else { return false } }
    case .scalar:
      wanted = { form in
        switch form {
        case .table, .list, .map, .events, .flag: return false
        default: return true
        }
      }
    }
    return forms.first(where: wanted) ?? forms.first
  }
}
