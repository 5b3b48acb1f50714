import ButtonController

/// What the value of a key may be.
///
/// One table of keys serves the decoder, the JSON Schema and the manual, so that none can lag behind.
indirect enum Form: Sendable {
  /// Text; what looks like a number or a truth value needs quotes.
  case text
  /// Text for others (arguments, payloads): any scalar as it stands.
  case verbatim
  /// `true` or `false`.
  case flag
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  /// A length of time with its unit; `usual` helps to guess a unit that is missing.
  case span(ClosedRange<TimeSpan>, usual: TimeSpan)
  /// A number with a unit of measure.
  case quantity(Measure, ClosedRange<Double>)
  /// `"#rrggbb"`.
  case colour
  case choice([String])
  /// The words of a ring's picture.
  case picture
  case list(Form, ClosedRange<Int>)
  case table(KeyTable)
  /// Names of the user's own and a value each.
  case map(Form)
  /// Events, perhaps with their particulars, and a value each.
  case events(Form)
  /// `off`, quoted or not, or what the form says.
  case orOff(Form)
  /// A short form, or the long one.
  case either([Form])
}

/// The keys of one kind of mapping.
struct KeyTable: Sendable {
  /// What such a mapping is, in a few words.
  let title: String
  /// Its keys, in the order of the manual.
  let keys: [Key]
  /// One that can be pasted, where its required keys alone make none.
  let sample: String?

  init(_ title: String, sample: String? = nil, _ keys: [Key]) {
    self.title = title
    self.sample = sample
    self.keys = keys
  }

  subscript(name: String) -> Key? { keys.first { $0.name == name } }
}

/// A key of a mapping.
struct Key: Sendable {
  let name: String
  let form: Form
  let isRequired: Bool
  /// What it is for, in one line, with its default.
  let summary: String

  init(_ name: String, _ form: Form, required: Bool = false, _ summary: String) {
    self.name = name
    self.form = form
    isRequired = required
    self.summary = summary
  }
}

/// A unit of measure and its multiples.
enum Measure: Sendable {
  case hertz
  case milliamperes

  /// Unit and factor, the longest text first.
  var units: [(name: String, factor: Double)] {
    switch self {
    case .hertz: return [("MHz", 1e6), ("kHz", 1e3), ("Hz", 1)]
    case .milliamperes: return [("mA", 1), ("A", 1000)]
    }
  }

  /// The unit that stands for 1.
  var base: String {
    switch self {
    case .hertz: return "Hz"
    case .milliamperes: return "mA"
    }
  }
}
