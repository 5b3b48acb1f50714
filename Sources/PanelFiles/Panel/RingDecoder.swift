import ButtonController

/// Reads one ring: what it shows, and what lights it.
struct RingDecoder {
  let context: PanelContext

  /// A ring and where it stands.
  typealias Decoded = (ring: Ring, file: RingFile, fields: Fields)

  /// How many pixels a ring has where nothing says so.
  static let usualPixels = 24

  /// The ring called `name`; nil if it is too wrong to go on.
  func decode(_ value: Value, name: String) -> Decoded? {
    let drivers = PanelKeys.rings.map(\.driver)
    guard case .mapping = value.node.content else {
      return value.fail(
        "\(value.description) where a ring is wanted; write {driver: terminal, pixels: 24}")
    }
    guard let node = value.node["driver"] else {
      return value.fail("driver is missing; one of \(drivers.joined(separator: ", "))")
    }
    guard let driverName = value.child(node, "driver").choice(drivers),
      let table = PanelKeys.rings.first(where: { $0.driver == driverName })?.table,
      let fields = value.fields(table)
    else { return nil }
    let driver = driver(driverName, fields, name: name)
    let pixels = pixels(driver, fields)
    let ring = ring(fields, pixels: pixels)
    if !ring.shows.contains(.remote) { context.ringsWithoutRemote.insert(name) }
    var file = RingFile(name: name, driver: driver ?? .terminal)
    readLook(fields, pixels: pixels, isGammaOurs: driverName != "pio", into: &file)
    readStrip(fields, driver: driverName, into: &file)
    if driverName == "ws2812" { file.isInverted = fields.flag("invert") ?? false }
    if fields.table["enable"] != nil { readEnable(fields, into: &file) }
    if driverName == "pio", let pin = fields["pin"] {
      // The kernel's driver has it: nobody else takes it, and pictures of the wiring show it.
      var decoder = PinDecoder.output(context, isInverted: false)
      decoder.role = "the pin of \(driver?.device ?? "")"
      file.pin = decoder.decode(pin, name: name, control: -1)
    }
    return driver == nil ? nil : (ring, file, fields)
  }

  // MARK: - Drivers

  private func driver(_ name: String, _ fields: Fields, name ring: String) -> RingFile.Driver? {
    switch name {
    case "terminal": return .terminal
    case "file": return fields.text("path").map { .file(path: $0) }
    case "pwm":
      let chip = BusPins(context: context).chip(fields)
      let channels = (fields.items("channels") ?? []).compactMap { $0.integer(in: 0...255) }
      for (index, channel) in channels.enumerated() where channels[..<index].contains(channel) {
        fields["channels"]?.fail("channel \(channel) stands twice")
      }
      let frequency = fields.quantity("frequency") ?? 1000
      let isInverted = fields.flag("invert") ?? false
      guard let chip, !channels.isEmpty else { return nil }
      claim(chip, channels, fields)
      return .pwm(chip: chip, channels: channels, frequency: frequency, isInverted: isInverted)
    case "soft_pwm":
      let decoder = PinDecoder.output(context, isInverted: fields.flag("invert") ?? false)
      let lines = (fields.items("pins") ?? []).enumerated().compactMap { index, value in
        decoder.decode(value, name: "\(ring).\(index)", control: -1)
      }
      let frequency = fields.quantity("frequency") ?? 200
      if let place = fields["driver"] {
        place.warn(
          "soft_pwm keeps a thread busy and flickers under load; prefer pwm where there is one")
      }
      return lines.isEmpty ? nil : .softPwm(lines: lines, frequency: frequency)
    case "led":
      let names = (fields.items("leds") ?? []).compactMap { value -> String? in
        guard let name = value.text() else { return nil }
        if name.contains("/") { return value.fail("write the name in /sys/class/leds, not a path") }
        context.uses.add(.led(name), "the LED \(Value.clip(name))", at: value)
        return name
      }
      return names.isEmpty ? nil : .led(names: names)
    case "ws2812":
      let encoding: RingFile.Ws2812Encoding =
        fields.choice(
          "encoding",
          [
            "8bit": .eightBit, "4bit": .fourBit, "3bit": .threeBit, "slow_core": .slowCore,
          ]) ?? .eightBit
      let clock = fields.has("speed") ? ws2812Clock(fields) : nil
      return spiDevice(fields).map {
        .ws2812(device: $0, encoding: clock.map { .clocked($0) } ?? encoding)
      }
    case "apa102":
      let speed = fields.quantity("speed") ?? 4_000_000
      return spiDevice(fields).map { .apa102(device: $0, speed: speed) }
    default:
      let device = fields.text("device")
      if !fields.has("pin"), context.board != nil {
        fields["device"]?.warn(
          "it cannot be known whether a control uses the pin of this device; write that of the "
            + "overlay, such as pin: GPIO18")
      }
      return device.map { .pio(device: $0) }
    }
  }

  private func ws2812Clock(_ fields: Fields) -> Double? {
    if fields.has("encoding") {
      fields["speed"]?.fail("beside encoding, which has a clock of its own; leave one out")
    }
    guard let speed = fields.quantity("speed") else { return nil }
    if Ws2812Pattern(hertz: speed) != nil { return speed }
    let others = Ws2812Pattern.clocks(near: speed).map { "\(Value.write($0 / 1e6))MHz" }
    return fields["speed"]?.fail(
      "\(Value.write(speed / 1e6))MHz: no pattern of bits keeps the times of the LEDs; "
        + "\(others.joined(separator: " and ")) \(others.count == 1 ? "does" : "do")")
  }

  /// The SPI device of a ring, whose pins are then the ring's.
  private func spiDevice(_ fields: Fields) -> String? {
    guard let value = fields["device"], let device = value.text() else { return nil }
    BusPins(context: context).claimSpi(device, at: value)
    return device
  }

  private func claim(_ chip: String, _ channels: [Int], _ fields: Fields) {
    guard let value = fields["channels"] else { return }
    let pins = BusPins(context: context)
    // One that stands twice was said already.
    for channel in Set(channels).sorted() { pins.claimPwm(chip, channel, at: value) }
    if let chipValue = fields["chip"] { pins.claimPins(ofPwm: chip, channels, at: chipValue) }
  }

  /// How many pixels the ring has; those of channels follow from their number.
  private func pixels(_ driver: RingFile.Driver?, _ fields: Fields) -> Int {
    let given = fields.integer("pixels")
    let channels: Int
    switch driver {
    case .pwm(_, let numbers, _, _): channels = numbers.count
    case .softPwm(let lines, _): channels = lines.count
    case .led(let names):
      if let given, given != names.count {
        fields["pixels"]?.fail("\(given), but there are \(names.count) leds; leave pixels out")
      }
      return names.count
    case .terminal, .file, .ws2812, .apa102, .pio, nil: return given ?? Self.usualPixels
    }
    let pixels = given ?? (channels == 3 ? 1 : channels)
    let fits = pixels == channels || pixels == 1 && channels == 3
    if given != nil, !fits {
      fields["pixels"]?.fail(
        "\(pixels), but there are \(channels) channels; one is the ring, three are RGB, else one a "
          + "pixel")
    }
    return pixels
  }

  // MARK: - Look

  private func ring(_ fields: Fields, pixels: Int) -> Ring {
    var ring = Ring(pixels: pixels)
    if let tint = fields.colour("tint") { ring.tint = tint }
    if let success = fields.colour("success") { ring.success = success }
    if let error = fields.colour("error") { ring.error = error }
    if let track = fields.number("track") { ring.track = track }
    ring.idle =
      fields.choice("idle", ["track": .track, "off": .off, "breathe": .breathe]) ?? .track
    if let shows = shows(fields) { ring.shows = shows }
    if let zero = fields.integer("zero") {
      ring.zero = zero
      if zero >= pixels {
        fields["zero"]?.fail("\(zero) is out of range; the ring has pixels 0 to \(pixels - 1)")
      }
    }
    ring.isClockwise =
      fields.choice("direction", ["clockwise": true, "counterclockwise": false]) ?? true
    return ring
  }

  private func shows(_ fields: Fields) -> Ring.Pictures? {
    guard let items = fields.items("shows") else { return nil }
    var shows: Ring.Pictures = []
    for item in items {
      guard let name = item.choice(PanelKeys.pictures.map(\.name)),
        let picture = PanelKeys.pictures.first(where: { $0.name == name })?.picture
      else { continue }
      if !shows.insert(picture).inserted {
        item.fail("\(name) stands twice; name each picture once")
      }
    }
    return shows
  }

  private func readLook(
    _ fields: Fields, pixels: Int, isGammaOurs: Bool, into file: inout RingFile
  ) {
    if let brightness = fields.number("brightness") { file.brightness = brightness }
    // The kernel's ring device applies a gamma of its own; twice would be too dark.
    file.gamma = isGammaOurs ? 2.2 : 1
    if let value = fields["gamma"] {
      if case .scalar("none", _) = value.node.content {
        file.gamma = 1
      } else if let gamma = value.number(in: 1...4) {
        file.gamma = gamma
      }
    }
    if let floor = fields.number("floor") { file.floor = floor }
    if let fps = fields.integer("fps") { file.fps = fps }
    file.isMirrored = fields.flag("mirrored") ?? false
    file.staysLit = fields.choice("at_exit", ["dark": false, "keep": true]) ?? false
    guard let value = fields["map"] else { return }
    let map = (fields.items("map") ?? []).compactMap { $0.integer(in: 0...1023) }
    for key in ["zero", "direction", "mirrored"] where fields.has(key) {
      fields[key]?.fail("beside map; the map says it all")
    }
    if map.count != pixels || Set(map) != Set(0..<pixels) {
      value.fail("a map names each of the pixels 0 to \(pixels - 1) once")
    }
    file.map = map
  }

  /// The line that powers the LEDs; the rings of a chain may share it.
  private func readEnable(_ fields: Fields, into file: inout RingFile) {
    guard let value = fields["enable"] else { return }
    var pin = value
    var isInverted = false
    if value.node["pin"] != nil || value.node["invert"] != nil {
      guard let own = value.fields(PanelKeys.enableLine), let line = own["pin"] else { return }
      pin = line
      isInverted = own.flag("invert") ?? false
    }
    var decoder = PinDecoder.output(context, isInverted: isInverted)
    let owner = file.driver.device ?? file.name
    decoder.role = "the supply of \(owner)\(isInverted ? ", inverted" : "")"
    file.enable = decoder.decode(pin, name: "\(file.name).enable", control: -1)
    if file.staysLit {
      fields["at_exit"]?.fail(
        "keep beside enable: that line goes back to the kernel at the end, so the LEDs cannot stay "
          + "lit for sure; leave one out")
    }
  }

  private func readStrip(_ fields: Fields, driver: String, into file: inout RingFile) {
    switch driver {
    case "apa102": file.order = "bgr"
    case "pwm", "soft_pwm", "terminal", "file", "led": file.order = "rgb"
    default: break
    }
    if fields.table["order"] != nil, let value = fields["order"], let order = value.text() {
      let isRgb = order.count == 3 && Set(order) == Set("rgb")
      let isRgbw = order.count == 4 && Set(order) == Set("rgbw")
      if isRgb || isRgbw && fields.table["white"] != nil {
        file.order = order
      } else {
        value.fail(
          "\"\(Value.clip(order))\" is no order; each of r, g, b (and w) once, such as grb")
      }
    }
    guard fields.table["white"] != nil else { return }
    file.extractsWhite = fields.choice("white", ["none": false, "extracted": true]) ?? false
    if file.extractsWhite, !file.order.contains("w") {
      fields["white"]?.fail("extracted, but order has no w; write for example order: grbw")
    }
    if let offset = fields.integer("offset") { file.offset = offset }
    if let limit = fields.quantity("limit") { file.limit = limit }
    guard let values = fields.items("channel_ma") else { return }
    let milliamperes = values.compactMap { $0.number(in: 0...200) }
    if milliamperes.count >= 3 {
      file.channelMilliamperes = milliamperes + Array(milliamperes.suffix(4 - milliamperes.count))
      if milliamperes.count == 4 { file.channelMilliamperes = milliamperes }
    }
  }
}
