import Glibc
import PanelFiles

/// One channel of a kernel PWM chip.
///
/// What ran before keeps running after its owner has gone, so period and duty are never zero by
/// themselves. A channel that runs is taken over running: what a PWM that is off does to its pin is
/// not defined, and a LED wired to the supply would be full on meanwhile.
struct PwmChannel {
  private let files: any Attributes
  private let chip: String
  private let number: Int
  private let path: String
  private let isInverted: Bool
  private var period: Int64 = 0
  private var isRunning = false
  /// Whether the duty is turned round by us, and not by the chip.
  private var isTurned = false
  private var written: Int64 = -1

  /// Takes channels of one chip over, exported or not, and starts them, dark.
  static func take(
    _ numbers: [Int], of chip: String, period: Int64, isInverted: Bool, _ files: any Attributes
  ) throws(RingError) -> [PwmChannel] {
    var channels: [PwmChannel] = []
    for number in numbers {
      channels.append(
        try PwmChannel(files, chip: chip, number: number, isInverted: isInverted))
    }
    do throws(SystemError) {
      do throws(SystemError) {
        for index in channels.indices { try channels[index].start(period: period) }
      } catch {
        if error.code != EBUSY { throw error }
        // A chip with one period for all that run: none may, for a moment, while it changes.
        for index in channels.indices { try channels[index].rest() }
        for index in channels.indices { try channels[index].start(period: period) }
      }
    } catch {
      throw failure(error)
    }
    return channels
  }

  /// Makes it dark as it is.
  private init(
    _ files: any Attributes, chip: String, number: Int, isInverted: Bool
  ) throws(RingError) {
    self.files = files
    self.chip = chip
    self.number = number
    self.isInverted = isInverted
    if !PwmChannel.paths(chip, number).contains(where: files.exists) {
      do throws(SystemError) {
        try files.write("\(chip)/export", "\(number)")
      } catch {
        // Somebody may have exported it between the two calls.
        let isThere = PwmChannel.paths(chip, number).contains(where: files.exists)
        if error.code != EBUSY || !isThere { throw PwmChannel.exportFailure(error, chip, number) }
      }
    }
    // Kernels of the BeagleBone name it after the chip, too.
    let found = PwmChannel.paths(chip, number).first(where: files.exists)
    path = found ?? "\(chip)/pwm\(number)"
    do throws(SystemError) {
      period = try files.number("\(path)/period") ?? 0
      // Without a period it takes nothing but one.
      if period == 0 { return }
      isRunning = try files.number("\(path)/enable") == 1
      // A change of polarity takes two writes, with full light between them: one that runs keeps its own.
      if isRunning { isTurned = try isInversed() != isInverted }
      // What is left of a duty may be longer than the period that is to come, too.
      try writeDuty(0)
    } catch {
      throw PwmChannel.failure(error)
    }
  }

  private static func paths(_ chip: String, _ number: Int) -> [String] {
    let digits = chip.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.reversed()
    let name = String(decoding: Array(digits), as: UTF8.self)
    return ["\(chip)/pwm\(number)", "\(chip)/pwm-\(name):\(number)"]
  }

  /// What the chip does by itself; one without polarity is as if normal.
  private func isInversed() throws(SystemError) -> Bool {
    let file = "\(path)/polarity"
    return files.exists(file) ? try files.read(file) == "inversed" : false
  }

  /// Gives it its period and lets it run, dark.
  private mutating func start(period wanted: Int64) throws(SystemError) {
    if isRunning { return try change(to: wanted) }
    try files.writeWaiting("\(path)/period", "\(wanted)")
    period = wanted
    isTurned = try !setPolarity()
    written = -1
    try writeDuty(0)
    try files.writeWaiting("\(path)/enable", "1")
    isRunning = true
  }

  /// Changes the period while it runs.
  private mutating func change(to wanted: Int64) throws(SystemError) {
    if wanted == period { return }
    do throws(SystemError) {
      // A duty is never longer than the period; turned round, dark is all of it.
      if isTurned && wanted < period { try files.writeWaiting("\(path)/duty_cycle", "\(wanted)") }
      try files.writeWaiting("\(path)/period", "\(wanted)")
      period = wanted
      written = -1
      try writeDuty(0)
    } catch {
      // Dark at the old period, whatever is tried next.
      written = -1
      do throws(SystemError) { try writeDuty(0) } catch {}
      throw error
    }
  }

  /// Stops it where nothing else helps.
  private mutating func rest() throws(SystemError) {
    guard isRunning else { return }
    try files.writeWaiting("\(path)/enable", "0")
    try files.writeWaiting("\(path)/duty_cycle", "0")
    isRunning = false
  }

  /// Sets the polarity of one that does not run; false where the chip cannot.
  private func setPolarity() throws(SystemError) -> Bool {
    if try isInversed() == isInverted { return true }
    guard files.exists("\(path)/polarity") else { return false }
    do throws(SystemError) {
      try files.writeWaiting("\(path)/polarity", isInverted ? "inversed" : "normal")
      return true
    } catch {
      let meansCannot = [EINVAL, ENOTSUP, ErrorNumber.unsupportedByDriver].contains(error.code)
      if meansCannot { return false }
      throw error
    }
  }

  /// Lights it: 0…1 of its full light; a duty equal to the last is not written.
  mutating func set(_ level: Double) throws(RingError) {
    let share = min(max(level, 0), 1)
    do throws(SystemError) {
      try writeDuty(Int64((share * Double(period)).rounded()))
    } catch {
      throw PwmChannel.failure(error)
    }
  }

  /// Throws where the chip has gone, or has been away.
  func check() throws(RingError) {
    if !files.isSame("\(path)/duty_cycle") { throw .gone(path) }
  }

  private mutating func writeDuty(_ lit: Int64) throws(SystemError) {
    let duty = isTurned ? period - lit : lit
    if duty == written { return }
    do throws(SystemError) {
      try files.writeWaiting("\(path)/duty_cycle", "\(duty)")
    } catch {
      // Some chips cannot make pulses close to nothing or to all of the period.
      let isClose = duty < 100 || period - duty < 100
      if error.code != EINVAL || !isClose { throw error }
      try files.write("\(path)/duty_cycle", duty < 100 ? "0" : "\(period)")
    }
    written = duty
  }

  // MARK: What failures mean

  private static func exportFailure(_ error: SystemError, _ chip: String, _ number: Int)
    -> RingError
  {
    switch error.code {
    case EBUSY:
      return RingError(
        "channel \(number) of \(chip) is used by a driver of the kernel",
        hint: "/sys/kernel/debug/pwm names it; use another channel")
    case ENODEV:
      return RingError("\(chip) has no channel \(number)", isFinal: true)
    default: return failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> RingError {
    switch error.code {
    case EACCES, EPERM:
      return RingError(error, hint: "install the udev rule of the package, or join its group")
    case EBUSY:
      return RingError(
        error, hint: "the chip has one frequency for all channels; give all rings on it the same")
    case EINVAL: return RingError(error, hint: "the chip cannot do this frequency; try 1kHz")
    default: return RingError(error)
    }
  }
}
