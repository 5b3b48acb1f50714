/// Pins in the words of other tools: what they mean on a board, as it is written here.
///
/// Numbers mean three things: a line of the chip (BCM numbers on a Raspberry Pi), a pin of the header,
/// and WiringPi's own numbers. Nothing is guessed: each reading is shown with where it leads.
struct PinGuess {
  let board: BoardProfile

  /// What `text` may mean, such as `GPIO17 is J8-11; header pin 17 is 3V3`; nil for nothing known.
  func advice(for text: String) -> String? {
    guard text.utf8.count <= 24 else { return nil }
    let (name, numbers) = PinGuess.parts(of: text)
    guard let number = numbers.last else { return nil }
    switch (name, numbers.count) {
    case ("", 1): return readings(of: number)
    case ("pin", 1), ("header", 1), ("physical", 1), ("board", 1), ("p", 1), ("j", 2):
      return header(number)
    // The first header of older Raspberry Pis was called P1.
    case ("p", 2) where numbers[0] == 1: return header(number)
    case ("bcm", 1), ("d", 1), ("io", 1), ("gp", 1), ("gpi", 1):
      return line(number) ?? readings(of: number)
    // `GPIO.0` is WiringPi's; `gpio17` and `GPIO 17` are the name itself.
    case ("gpio", 1) where !text.contains("."): return line(number) ?? readings(of: number)
    case ("gpio", 1), ("wiringpi", 1), ("wpi", 1):
      return wiringPi(number) ?? readings(of: number)
    case ("gpiochip", 2): return line(number).map { "chips change their numbers; \($0)" }
    default: return nil
    }
  }

  /// Both readings of a bare number.
  private func readings(of number: Int) -> String? {
    let name = named(number)
    let onHeader = headerPin(number)
    switch (name, onHeader) {
    case (let name?, let pin?):
      let end = pin.kind == .gpio ? "write \(name.name) or \(pin.position)" : "write \(name.name)"
      return
        "it may mean \(name.name), which is \(name.position), or header pin \(number), which is "
        + "\(pin.name); \(end)"
    case (let name?, nil): return "write \(name.name) (\(name.position))"
    case (nil, .some): return header(number)
    case (nil, nil): return nil
    }
  }

  private func header(_ number: Int) -> String? {
    guard let pin = headerPin(number) else { return nil }
    return pin.kind == .gpio
      ? "header pin \(number) is \(pin.name); write \(pin.name) or \(pin.position)"
      : "header pin \(number) is \(pin.name), no GPIO"
  }

  private func line(_ number: Int) -> String? {
    named(number).map { "write \($0.name) (\($0.position))" }
  }

  private func named(_ number: Int) -> BoardProfile.Pin? {
    let pins = board.pins(named: "GPIO\(number)")
    return pins.count == 1 ? pins[0] : nil
  }

  private func headerPin(_ number: Int) -> BoardProfile.Pin? {
    let headers = Set(board.header.map(\.header))
    // On a board with several headers a number alone names no pin.
    guard headers.count == 1 else { return nil }
    return board.header.first { $0.number == number && !$0.isSecond }
  }

  /// WiringPi's numbers of the 40 pins, which go back to the first board's (its documentation and
  /// `gpio readall`); they are those of a Raspberry Pi only.
  private static let wiringPi = [
    17, 18, 27, 22, 23, 24, 25, 4, 2, 3, 8, 7, 10, 9, 11, 14, 15, 28, 29, 30, 31, 5, 6, 13, 19, 26,
    12, 16, 20, 21, 0, 1,
  ]

  private func wiringPi(_ number: Int) -> String? {
    guard board.id.hasPrefix("raspberry-pi"), PinGuess.wiringPi.indices.contains(number),
      let pin = named(PinGuess.wiringPi[number])
    else { return nil }
    return "WiringPi's \(number) is \(pin.name) (\(pin.position)); write \(pin.name)"
  }

  /// The letters of `text` in lower case, and its numbers: `P1_11` is `p` with 1 and 11.
  private static func parts(of text: String) -> (name: String, numbers: [Int]) {
    var name = ""
    var numbers: [Int] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      guard first.isASCII, first.isNumber || first.isLetter else {
        rest = rest.dropFirst()
        continue
      }
      let part = rest.prefix { $0.isASCII && (first.isNumber ? $0.isNumber : $0.isLetter) }
      rest = rest.dropFirst(part.count)
      if first.isLetter {
        name += part
      } else {
        guard part.count <= 4, let number = Int(part) else { return ("", []) }
        numbers.append(number)
      }
    }
    return (name, numbers)
  }
}
