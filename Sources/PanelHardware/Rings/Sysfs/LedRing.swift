import ButtonController
import Glibc
import PanelFiles

/// LEDs of the kernel's LED class, one a pixel.
struct LedRing: RingOutput {
  private let names: [String]
  private let root: String
  private let files: any Attributes
  private var pipeline: LightPipeline
  private var leds: [ClassLed] = []

  init(
    _ file: RingFile, pixels: Int, names: [String], files: any Attributes = KernelAttributes(),
    root: String = "/sys/class/leds"
  ) {
    self.names = names
    self.files = files
    self.root = root
    pipeline = LightPipeline(file, pixels: pixels, limitsCurrent: false)
  }

  mutating func open() throws(RingError) {
    leds.removeAll()
    // All are looked for before one is taken.
    if let name = names.first(where: { !isThere($0) }) {
      throw RingError(
        "there is no LED \(name) in \(root)", hint: "see ls \(root)", code: ENOENT)
    }
    do throws(RingError) {
      for name in names { leds.append(try ClassLed(files, "\(root)/\(name)")) }
    } catch {
      // Whoever asked may not ask for the end of what never began.
      close(keepsLight: false)
      throw error
    }
  }

  /// A name leads to an entry of the class, and nowhere else.
  private func isThere(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/")) && name != "." && name != ".."
      && files.exists("\(root)/\(name)")
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    pipeline.convert(pixels)
    for index in leds.indices where index < pipeline.duties.count && index < pixels.count {
      try leds[index].show(pipeline.duties[index], colour: pixels[index])
    }
  }

  func check() throws(RingError) {
    for led in leds { try led.check() }
  }

  mutating func dark() {
    for index in leds.indices {
      // An LED that is gone has nothing to be made dark.
      do throws(RingError) {
        try leds[index].show(LightPipeline.Duty(), colour: .black)
      } catch {}
    }
  }

  mutating func close(keepsLight: Bool) {
    if !keepsLight {
      for led in leds { led.giveBack() }
    }
    leds.removeAll()
    files.close()
  }

  var isAnnounced: Bool { true }
}

/// One LED of the class.
struct ClassLed {
  private let files: any Attributes
  private let path: String
  private let largest: Double
  /// The trigger that had it, to be put back; nil for none.
  private let trigger: String?
  /// The letters of a multicolour LED in the order of the hardware; nil for one of one colour.
  private let letters: [UInt8]?
  private var written = ""

  /// On an LED that is on or off, a colour from here on is on: a press is, the track is not.
  static let threshold = 0.3

  /// Takes it from its trigger and makes it dark; the trigger has it back if that fails.
  init(_ files: any Attributes, _ path: String) throws(RingError) {
    self.files = files
    self.path = path
    do throws(SystemError) {
      largest = Double(max(try files.number("\(path)/max_brightness") ?? 255, 1))
      if files.exists("\(path)/multi_index") {
        let index = try files.read("\(path)/multi_index")
        letters = index.split(separator: " ").map(ClassLed.letter)
      } else {
        letters = nil
      }
      // A trigger goes on changing the LED; the kernel shows the one that has it in brackets.
      trigger = ClassLed.active(
        files.exists("\(path)/trigger") ? try files.read("\(path)/trigger") : "")
    } catch {
      throw ClassLed.failure(error)
    }
    do throws(SystemError) {
      try take()
    } catch {
      giveBack()
      throw ClassLed.failure(error)
    }
  }

  private mutating func take() throws(SystemError) {
    if trigger != nil { try files.write("\(path)/trigger", "none") }
    if let letters {
      // Colours first, so that the LED does not flash up white; then one write a frame.
      let zeros = letters.map { _ in "0" }.joined(separator: " ")
      try files.writeWaiting("\(path)/multi_intensity", zeros)
      try files.writeWaiting("\(path)/brightness", "\(Int(largest))")
      written = zeros
    } else {
      try files.writeWaiting("\(path)/brightness", "0")
      written = "0"
    }
  }

  /// The name in brackets; nil where it is `none` or there is none.
  static func active(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "["), let close = text.firstIndex(of: "]"), open < close
    else { return nil }
    let name = String(text[text.index(after: open)..<close])
    return name == "none" ? nil : name
  }

  private static func letter(_ name: Substring) -> UInt8 {
    switch name {
    case "red": return UInt8(ascii: "r")
    case "green": return UInt8(ascii: "g")
    case "blue": return UInt8(ascii: "b")
    case "white": return UInt8(ascii: "w")
    // A colour that we do not mix, such as amber, stays dark.
    default: return 0
    }
  }

  /// Shows `duty`; `colour`, before gamma and brightness, decides for an LED that is on or off.
  mutating func show(_ duty: LightPipeline.Duty, colour: Colour) throws(RingError) {
    let text: String
    if let letters {
      text = letters.map { letter in
        letter == 0 ? "0" : "\(Int((duty.channel(letter) * largest).rounded()))"
      }.joined(separator: " ")
    } else if largest == 1 {
      text = max(colour.red, colour.green, colour.blue) >= ClassLed.threshold ? "1" : "0"
    } else {
      text = "\(Int((duty.largest * largest).rounded()))"
    }
    if text == written { return }
    do throws(SystemError) {
      try files.writeWaiting("\(path)/\(letters == nil ? "brightness" : "multi_intensity")", text)
    } catch {
      throw ClassLed.failure(error)
    }
    written = text
  }

  /// Throws where the LED has gone, or has been away.
  func check() throws(RingError) {
    let file = letters == nil ? "brightness" : "multi_intensity"
    if !files.isSame("\(path)/\(file)") { throw .gone(path) }
  }

  /// Puts its trigger back.
  func giveBack() {
    guard let trigger else { return }
    // It was the kernel's own wish, not ours; an LED that is gone needs none.
    do throws(SystemError) { try files.write("\(path)/trigger", trigger) } catch {}
  }

  private static func failure(_ error: SystemError) -> RingError {
    switch error.code {
    case EACCES, EPERM:
      return RingError(error, hint: "install the udev rule of the package, or join its group")
    case EBUSY: return RingError(error, hint: "another driver of the kernel has taken this LED")
    default: return RingError(error)
    }
  }
}
