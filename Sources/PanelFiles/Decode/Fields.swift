import ButtonController

/// A mapping whose keys are known: each is read by the form that its table gives it.
///
/// A reader gives nil where the key is missing, and where its value is wrong (which it has said).
struct Fields {
  let value: Value
  let table: KeyTable

  /// The value of `key`, if it is there.
  subscript(key: String) -> Value? {
    precondition(table[key] != nil, "no key \(key) in \(table.title)")
    return value.node[key].map { value.child($0, key) }
  }

  /// Whether `key` is there.
  func has(_ key: String) -> Bool { self[key] != nil }

  func flag(_ key: String) -> Bool? { self[key]?.flag() }

  func text(_ key: String) -> String? { self[key]?.text() }

  func verbatim(_ key: String) -> String? { self[key]?.verbatim() }

  func colour(_ key: String) -> Colour? { self[key]?.colour() }

  func integer(_ key: String) -> Int? {
    guard let value = self[key] else { return nil }
    switch form(key) {
    case .integer(let range): return value.integer(in: range)
    case .orOff(.integer(let range)):
      return value.isOff ? nil : value.integer(in: range, hint: ", nor off")
    default: return nil
    }
  }

  func number(_ key: String) -> Double? {
    guard let value = self[key], case .number(let range) = form(key) else { return nil }
    return value.number(in: range)
  }

  func span(_ key: String) -> TimeSpan? {
    guard let value = self[key] else { return nil }
    return value.span(as: form(key))
  }

  /// Whether `key` says `off`.
  func isOff(_ key: String) -> Bool { self[key]?.isOff ?? false }

  func quantity(_ key: String) -> Double? {
    guard let value = self[key], case .quantity(let measure, let range) = form(key) else {
      return nil
    }
    return value.quantity(measure, in: range)
  }

  /// One of the choices of `key`, as the value that belongs to it.
  func choice<T>(_ key: String, _ values: KeyValuePairs<String, T>) -> T? {
    guard let value = self[key], case .choice(let names) = form(key),
      let name = value.choice(names)
    else { return nil }
    return values.first { $0.key == name }?.value
  }

  /// The items of a list.
  func items(_ key: String) -> [Value]? {
    guard let value = self[key], case .list(_, let counts) = form(key) else { return nil }
    return value.items(counts)
  }

  /// The keys of a mapping below.
  func fields(_ key: String) -> Fields? {
    guard let value = self[key], case .table(let table) = form(key) else { return nil }
    return value.fields(table)
  }

  /// The form of `key`; a mismatch of reader and table is caught by the test of all keys.
  private func form(_ key: String) -> Form { table[key]?.form ?? .text }
}

extension Value {
  /// A span of a form that allows one, perhaps beside others.
  func span(as form: Form, hint: String = "") -> TimeSpan? {
    switch form {
    case .span(let range, let usual): return span(in: range, usual: usual, hint: hint)
    case .either(let forms):
      for case .span(let range, let usual) in forms {
        return span(in: range, usual: usual, hint: hint)
      }
      for case .orOff(let form) in forms { return span(as: .orOff(form)) }
      return nil
    case .orOff(let form): return isOff ? nil : span(as: form, hint: ", or off")
    default: return nil
    }
  }
}
