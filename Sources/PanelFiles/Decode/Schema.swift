/// JSON Schemas (draft 2020-12) of our files, made from the tables that the decoder reads by.
public enum Schema {
  /// The schema of panel files, as text that ends in a line feed.
  public static var panel: String { SchemaWriter().write([PanelKeys.panel], title: "Panel file") }

  /// The schema of board profiles, as text that ends in a line feed.
  public static var board: String {
    SchemaWriter().write([BoardKeys.board, BoardKeys.changes], title: "Board profile")
  }
}

/// Writes a table and all below it, each mapping once.
private final class SchemaWriter {
  /// The schema of each mapping by its name, in order of first use.
  private var definitions: [(name: String, text: String)] = []

  /// The schema of files of one of `tables`.
  func write(_ tables: [KeyTable], title: String) -> String {
    let roots = tables.map(object).joined(separator: ", ")
    let keyword = tables.count == 1 ? "allOf" : "anyOf"
    let parts = definitions.map { "    \(quote($0.name)): \($0.text)" }.joined(separator: ",\n")
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": \(quote("gpiopress: \(title)")),
        "\(keyword)": [\(roots)],
        "$defs": {
      \(parts)
        }
      }

      """
  }

  /// A reference to the schema of `table`, which is written on first use.
  private func object(_ table: KeyTable) -> String {
    let properties = table.keys.map { key in
      "\(quote(key.name)): {\"description\": \(quote(key.summary)), \(form(key.form))}"
    }
    let required = table.keys.filter(\.isRequired).map { quote($0.name) }
    var text = "{\"type\": \"object\", \"additionalProperties\": false, "
    if !required.isEmpty { text += "\"required\": [\(required.joined(separator: ", "))], " }
    text += "\"properties\": {\(properties.joined(separator: ", "))}}"
    return "{\"$ref\": \"#/$defs/\(define(table.title, text))\"}"
  }

  private func define(_ title: String, _ text: String) -> String {
    if let known = definitions.first(where: { $0.text == text }) { return known.name }
    let words = title.split(separator: " ").filter { !["a", "an", "the"].contains($0) }
    let base = words.joined(separator: "-")
    var name = base
    var number = 2
    while definitions.contains(where: { $0.name == name }) {
      name = "\(base)-\(number)"
      number += 1
    }
    definitions.append((name, text))
    return name
  }

  /// The keywords of a form, without braces.
  private func form(_ form: Form) -> String {
    switch form {
    case .text: return "\"type\": \"string\", \"minLength\": 1"
    case .verbatim: return "\"type\": [\"string\", \"number\", \"boolean\"]"
    case .flag: return "\"type\": \"boolean\""
    case .integer(let range):
      return
        "\"type\": \"integer\", \"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound)"
    case .number(let range):
      return "\"type\": \"number\", \"minimum\": \(Value.write(range.lowerBound)), "
        + "\"maximum\": \(Value.write(range.upperBound))"
    case .span(let range, _):
      let units = SpanText.units.map(\.name).joined(separator: "|")
      return "\"type\": \"string\", \"pattern\": \(quote("^[0-9]+(\\.[0-9]+)?(\(units))$")), "
        + "\"$comment\": "
        + quote("\(SpanText.write(range.lowerBound)) to \(SpanText.write(range.upperBound))")
    case .quantity(let measure, _):
      let units = measure.units.map(\.name).joined(separator: "|")
      return "\"type\": \"string\", \"pattern\": \(quote("^[0-9]+(\\.[0-9]+)?(\(units))$"))"
    case .colour: return "\"type\": \"string\", \"pattern\": \"^#[0-9a-fA-F]{6}$\""
    case .choice(let names): return "\"enum\": [\(names.map(quote).joined(separator: ", "))]"
    case .picture: return "\"type\": \"string\", \"pattern\": \(quote(RingPicture.pattern))"
    case .list(let item, let counts):
      return "\"type\": \"array\", \"items\": {\(self.form(item))}, \"minItems\": "
        + "\(counts.lowerBound), \"maxItems\": \(counts.upperBound)"
    case .table(let table): return String(object(table).dropFirst().dropLast())
    case .map(let value):
      return "\"type\": \"object\", \"additionalProperties\": {\(self.form(value))}"
    case .events(let value):
      return "\"type\": \"object\", \"propertyNames\": {\"pattern\": \(quote(DoDecoder.pattern))}, "
        + "\"additionalProperties\": {\(self.form(value))}"
    case .orOff(let form): return "\"anyOf\": [{\"const\": \"off\"}, {\(self.form(form))}]"
    case .either(let forms):
      return "\"anyOf\": [\(forms.map { "{\(self.form($0))}" }.joined(separator: ", "))]"
    }
  }

  private func quote(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(string: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
