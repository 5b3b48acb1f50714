import Glibc

@testable import PanelHardware

/// A PWM chip as the kernel's sysfs shows it, with the errors that real drivers give.
final class PwmChipModel: Attributes {
  struct Channel: Equatable {
    var period: Int64 = 0
    var duty: Int64 = 0
    var isEnabled = false
    var isInverted = false
  }

  let chip = "/sys/class/pwm/pwmchip2"
  var device = "3f20c000.pwm"
  var driver = "pwm-bcm2835"
  /// State of the hardware, which lives on when a channel is not exported.
  var channels: [Channel]
  var exported: Set<Int> = []
  /// Channels that a driver of the kernel has.
  var claimed: Set<Int> = []
  var sharesPeriod = false
  var hasPolarity = true
  var shortest: Int64 = 100
  var longest: Int64 = 1_000_000_000
  /// Duties this close to nothing or all of the period are refused.
  var margin: Int64 = 0
  /// Writes to a fresh channel that are refused until the udev rule has run.
  var refusals = 0
  var pauses = 0
  private(set) var log: [String] = []
  /// Whether LEDs are wired to the supply, and so lit while the pin is low.
  var isWiredToSupply = false
  /// The brightest that a LED was after any write, 0…1.
  private(set) var brightest = 0.0

  init(channels count: Int) { channels = Array(repeating: Channel(), count: count) }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  private func parse(_ path: String) -> (channel: Int, file: String)? {
    let parts = path.dropFirst(chip.count).split(separator: "/")
    guard parts.count == 2, parts[0].hasPrefix("pwm"), let number = Int(parts[0].dropFirst(3)),
      exported.contains(number)
    else { return nil }
    return (number, String(parts[1]))
  }

  func read(_ path: String) throws(SystemError) -> String {
    if path == "\(chip)/npwm" { return "\(channels.count)" }
    guard let (number, file) = parse(path) else { throw SystemError(ENOENT, path) }
    let channel = channels[number]
    switch file {
    case "period": return "\(channel.period)"
    case "duty_cycle": return "\(channel.duty)"
    case "enable": return channel.isEnabled ? "1" : "0"
    case "polarity": return channel.isInverted ? "inversed" : "normal"
    default: throw SystemError(ENOENT, path)
    }
  }

  func write(_ path: String, _ text: String) throws(SystemError) {
    if path == "\(chip)/export" {
      let number = Int(text) ?? -1
      if !channels.indices.contains(number) { throw SystemError(ENODEV, path) }
      if exported.contains(number) || claimed.contains(number) { throw SystemError(EBUSY, path) }
      exported.insert(number)
      return log.append("export \(number)")
    }
    guard let (number, file) = parse(path) else { throw SystemError(ENOENT, path) }
    if refusals > 0 {
      refusals -= 1
      throw SystemError(EACCES, path)
    }
    guard let value = Int64(text) ?? (text == "inversed" ? 1 : text == "normal" ? 0 : nil) else {
      throw SystemError(EINVAL, path)
    }
    let channel = try changed(channels[number], file, value, number)
    channels[number] = channel
    brightest = max(brightest, light(of: number))
    log.append("\(number) \(file) \(text)")
  }

  /// How much of the time a LED is lit; the pin of a PWM that is off is low.
  func light(of number: Int) -> Double {
    let channel = channels[number]
    let share = channel.period > 0 ? Double(channel.duty) / Double(channel.period) : 0
    let isHigh = !channel.isEnabled ? 0 : channel.isInverted ? 1 - share : share
    return isWiredToSupply ? 1 - isHigh : isHigh
  }

  func forgetBrightest() { brightest = 0 }

  private func changed(
    _ old: Channel, _ file: String, _ value: Int64, _ number: Int
  ) throws(SystemError) -> Channel {
    var channel = old
    switch file {
    case "period": channel.period = value
    case "duty_cycle": channel.duty = value
    case "enable": channel.isEnabled = value == 1
    case "polarity":
      if !hasPolarity && value == 1 { throw SystemError(EINVAL, "polarity") }
      if old.isEnabled { throw SystemError(EBUSY, "polarity") }
      channel.isInverted = value == 1
    default: throw SystemError(ENOENT, file)
    }
    // A chip without a period takes nothing else, and a duty is never longer than the period.
    if channel.period == 0 || channel.duty > channel.period { throw SystemError(EINVAL, file) }
    if channel.period < shortest || channel.period > longest { throw SystemError(EINVAL, file) }
    let near = min(channel.duty, channel.period - channel.duty)
    if near > 0 && near < margin { throw SystemError(EINVAL, file) }
    let others = channels.indices.filter { $0 != number && channels[$0].isEnabled }
    if sharesPeriod, others.contains(where: { channels[$0].period != channel.period }) {
      throw SystemError(EBUSY, file)
    }
    return channel
  }

  func exists(_ path: String) -> Bool {
    if path == chip || path == "\(chip)/export" { return true }
    if parse(path) != nil { return true }
    return exported.contains { path == "\(chip)/pwm\($0)" }
  }

  /// The chip was pulled out and put back: its files are others.
  var wasAway = false
  func isSame(_ path: String) -> Bool { exists(path) && !wasAway }

  func names(in path: String) -> [String] { path == "/sys/class/pwm" ? ["pwmchip2"] : [] }
  func target(of path: String) -> String? {
    if path == "\(chip)/device/driver" { return driver }
    return path == "\(chip)/device" ? device : nil
  }
  func pause(milliseconds: UInt32) { pauses += 1 }
  func close() {}
}

/// LEDs as the kernel's LED class shows them.
final class LedClassModel: Attributes {
  struct Led {
    var largest = 255
    var brightness = 0
    var triggers = ["none", "heartbeat", "mmc0"]
    var trigger = "none"
    /// Colours of a multicolour LED, and their intensities.
    var index: [String] = []
    var intensity: [Int] = []
    var isTaken = false
    /// Files that cannot be written.
    var broken: Set<String> = []
  }

  var leds: [String: Led]
  private(set) var log: [String] = []

  init(_ leds: [String: Led]) { self.leds = leds }

  func `break`(_ name: String, _ file: String) { leds[name]?.broken.insert(file) }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  private func parse(_ path: String) throws(SystemError) -> (name: String, led: Led, file: String) {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 5, let led = leds[parts[3]] else { throw SystemError(ENOENT, path) }
    return (parts[3], led, parts[4])
  }

  func read(_ path: String) throws(SystemError) -> String {
    let (_, led, file) = try parse(path)
    switch file {
    case "max_brightness": return "\(led.largest)"
    case "brightness": return "\(led.brightness)"
    case "trigger":
      return led.triggers.map { $0 == led.trigger ? "[\($0)]" : $0 }.joined(separator: " ")
    case "multi_index" where !led.index.isEmpty: return led.index.joined(separator: " ")
    default: throw SystemError(ENOENT, path)
    }
  }

  func write(_ path: String, _ text: String) throws(SystemError) {
    var (name, led, file) = try parse(path)
    if led.isTaken { throw SystemError(EBUSY, path) }
    if led.broken.contains(file) { throw SystemError(EIO, path) }
    switch file {
    case "brightness":
      guard let value = Int(text), value >= 0 else { throw SystemError(EINVAL, path) }
      led.brightness = min(value, led.largest)
      if value == 0 { led.trigger = "none" }
    case "trigger":
      guard led.triggers.contains(text) else { throw SystemError(EINVAL, path) }
      led.trigger = text
    case "multi_intensity":
      let values = text.split(separator: " ", omittingEmptySubsequences: false).map {
        Int($0) ?? -1
      }
      guard values.count == led.index.count, !values.contains(-1) else {
        throw SystemError(EINVAL, path)
      }
      led.intensity = values
    default: throw SystemError(ENOENT, path)
    }
    leds[name] = led
    log.append("\(name) \(file) \(text)")
  }

  func exists(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count >= 4, let led = leds[parts[3]] else { return false }
    return parts.count == 4 || parts[4] != "multi_index" || !led.index.isEmpty
  }

  /// LEDs that were pulled out and put back.
  var wereAway: Set<String> = []
  func isSame(_ path: String) -> Bool {
    exists(path) && !wereAway.contains { path.split(separator: "/").contains(Substring($0)) }
  }

  func names(in path: String) -> [String] { leds.keys.sorted() }
  func target(of path: String) -> String? { nil }
  func pause(milliseconds: UInt32) {}
  func close() {}
}
