import Glibc

/// One channel of a kernel PWM chip.
///
/// The order of the writes is valid in every state in which a channel may be found: what ran before
/// keeps running after its owner has gone, so period and duty are never zero by themselves.
struct PwmChannel {
  private let files: any Attributes
  private let chip: String
  private let number: Int
  private let path: String
  private var period: Int64 = 0
  private var isInverted = false
  private var written: Int64 = -1

  /// Takes the channel over, exported or not, and makes it dark and quiet.
  ///
  /// All channels of a chip are to be taken before the first is started, as some chips have one
  /// period for all that run.
  init(_ files: any Attributes, chip: String, number: Int) throws(RingError) {
    self.files = files
    self.chip = chip
    self.number = number
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
      try quieten()
    } catch {
      throw PwmChannel.failure(error)
    }
  }

  private static func paths(_ chip: String, _ number: Int) -> [String] {
    let digits = chip.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.reversed()
    let name = String(decoding: Array(digits), as: UTF8.self)
    return ["\(chip)/pwm\(number)", "\(chip)/pwm-\(name):\(number)"]
  }

  private func quieten() throws(SystemError) {
    if (try files.number("\(path)/period")) ?? 0 > 0 {
      try files.writeWaiting("\(path)/duty_cycle", "0")
      if try files.number("\(path)/enable") == 1 {
        try files.writeWaiting("\(path)/enable", "0")
      }
    }
  }

  /// Starts it, dark.
  mutating func start(period: Int64, isInverted: Bool) throws(RingError) {
    self.period = period
    do throws(SystemError) {
      try files.writeWaiting("\(path)/period", "\(period)")
      self.isInverted = try setPolarity(isInverted: isInverted)
      written = -1
      try writeDuty(0)
      try files.writeWaiting("\(path)/enable", "1")
    } catch {
      throw PwmChannel.failure(error)
    }
  }

  /// Whether the duty is to be turned round by us, as the chip cannot.
  private func setPolarity(isInverted: Bool) throws(SystemError) -> Bool {
    let file = "\(path)/polarity"
    let wanted = isInverted ? "inversed" : "normal"
    // Chips without polarity have no such file.
    guard files.exists(file), try files.read(file) != wanted else {
      return isInverted && !files.exists(file)
    }
    do throws(SystemError) {
      try files.writeWaiting(file, wanted)
      return false
    } catch {
      if error.code == EINVAL || error.code == ENOTSUP || error.code == 524 { return isInverted }
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

  private mutating func writeDuty(_ lit: Int64) throws(SystemError) {
    let duty = isInverted ? period - lit : lit
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
        mend: "/sys/kernel/debug/pwm names it; use another channel")
    case ENODEV:
      return RingError("\(chip) has no channel \(number)", isFinal: true)
    default: return failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> RingError {
    switch error.code {
    case EACCES, EPERM:
      return RingError(error, mend: "install the udev rule of the package, or join its group")
    case EBUSY:
      return RingError(
        error, mend: "the chip has one frequency for all channels; give all rings on it the same")
    case EINVAL: return RingError(error, mend: "the chip cannot do this frequency; try 1kHz")
    default: return RingError(error)
    }
  }
}
