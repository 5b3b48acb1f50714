/// The keys of a board profile.
enum BoardKeys {
  private static let texts = Form.list(.verbatim, 0...64)
  private static let note = Key("note", .verbatim, "a remark")
  private static let enable = Key("enable", .verbatim, "how it is switched on")

  static let chip = KeyTable(
    "a chip",
    [
      Key("label", .verbatim, required: true, "its label"),
      Key("lines", .integer(1...4096), "how many lines it has"),
      Key("edges", .flag, "whether it reports edges"),
      Key("bias", .flag, "whether it can pull"),
      Key("debounce", .verbatim, "how it debounces"),
      Key("device", .verbatim, "its device, such as fe200000.gpio"),
      Key("on_header", .flag, "whether lines of it are on a header [false]"),
      note,
    ])

  static let pin = KeyTable(
    "a pin",
    [
      Key("header", .verbatim, required: true, "the header"),
      Key("pin", .integer(1...200), required: true, "the number on it"),
      Key(
        "kind", .choice(["gpio", "power", "ground", "adc", "function", "none"]), required: true,
        "what it is"),
      Key("name", .verbatim, required: true, "what the board calls it"),
      Key("chip", .verbatim, "the label of a line's chip"),
      Key("line", .integer(0...4095), "the line on that chip"),
      Key("line_names", texts, "names that kernels give the line"),
      Key("alternatives", texts, "what else it can be"),
      Key("boot_pull", .choice(["up", "down", "none"]), "the pull at boot"),
      Key("fixed_pull", .choice(["up", "down"]), "a resistor on the board pulls it"),
      Key("edges", .flag, "whether the line reports edges, where not as its chip"),
      Key("second", .flag, "a second line on the same pin"),
      note,
    ])

  static let pwm = KeyTable(
    "a pin with PWM",
    [
      Key("pin", .verbatim, "the pin, such as J8-32"),
      Key("controller", .verbatim, "the controller's device or name"),
      Key("device", .verbatim, "the controller's device as the kernel names it"),
      Key("channel", .integer(0...255), "its channel"),
      Key("function", .verbatim, "what the data sheet calls it"),
      enable, note,
    ])

  static let spi = KeyTable(
    "an SPI bus",
    [
      Key("bus", .verbatim, "its name"),
      Key("device", .verbatim, "the device that a ring uses"),
      Key("mosi", .verbatim, "the pin of MOSI"),
      Key("miso", .verbatim, "the pin of MISO"),
      Key("clock", .verbatim, "the pin of the clock"),
      Key("select", texts, "the pins of chip select"),
      enable, note,
    ])

  static let i2c = KeyTable(
    "an I2C bus",
    [
      Key("bus", .verbatim, "its name"),
      Key("device", .verbatim, "the device"),
      Key("data", .verbatim, "the pin of data"),
      Key("clock", .verbatim, "the pin of the clock"),
      enable, note,
    ])

  static let avoid = KeyTable(
    "a pin to leave alone",
    [
      Key("pin", .verbatim, required: true, "the pin, such as J8-27"),
      Key("reason", .verbatim, required: true, "why"),
    ])

  static let voltage = KeyTable(
    "volts of the pins",
    [
      Key("io", .number(0.5...12), "of the lines"),
      Key("max", .number(0.5...24), "the most that a pin bears"),
      Key("adc", .number(0.5...12), "the most of analogue inputs"),
      Key("tolerant_5v", .flag, "whether a pin bears 5 V [false]"),
      note,
    ])

  static let board = KeyTable(
    "a board",
    [
      Key("id", .text, required: true, "the file's name without .yaml"),
      Key("extends", .text, "the profile that this one changes; then only what differs is needed"),
      Key("names", .list(.verbatim, 1...64), required: true, "what people call it"),
      Key("vendor", .verbatim, "who makes it"),
      Key("soc", .verbatim, "its processor"),
      Key("compatible", texts, "entries of /proc/device-tree/compatible"),
      Key("model", texts, "beginnings of /proc/device-tree/model"),
      Key("dmi", texts, "values of /sys/class/dmi/id/board_name"),
      Key("chips", .list(.table(chip), 0...64), required: true, "GPIO chips"),
      Key("header", .list(.table(pin), 0...512), required: true, "pins; empty: not verified"),
      Key("pwm", .list(.table(pwm), 0...64), "pins with PWM"),
      Key("spi", .list(.table(spi), 0...32), "SPI buses"),
      Key("i2c", .list(.table(i2c), 0...32), "I2C buses"),
      Key("avoid", .list(.table(avoid), 0...256), "pins to leave alone"),
      Key("voltage", .table(voltage), "volts of the pins"),
      Key("setup", texts, "what has to be done before its pins are lines"),
      Key("notes", texts, "what else is good to know"),
      Key("unverified", texts, "what no source confirms"),
      Key("sources", .list(.verbatim, 1...64), required: true, "where the facts are from"),
    ])

  /// A board that extends another profile: of its entries only what sets them apart is needed.
  static let changes = changed(board, "changes of a board", needed: ["id", "extends"])

  private static let identities: Set = ["label", "header", "pin", "reason"]

  private static func changed(_ table: KeyTable, _ title: String, needed: Set<String>) -> KeyTable {
    KeyTable(
      title,
      table.keys.map { key in
        var form = key.form
        if case .list(.table(let item), let counts) = form {
          let needed = identities.intersection(item.keys.filter(\.isRequired).map(\.name))
          form = .list(.table(changed(item, "changes of \(item.title)", needed: needed)), counts)
        }
        return Key(key.name, form, required: needed.contains(key.name), key.summary)
      })
  }
}
