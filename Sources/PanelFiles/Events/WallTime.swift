import ButtonController

/// A time of the wall clock as RFC 3339 has it: `2026-11-30T04:51:24.123Z`.
public struct WallTime: Equatable, Sendable {
  private let date: Date
  /// Milliseconds since the day began.
  private let ofDay: Int

  private struct Date: Equatable {
    /// Days since 1970-01-01.
    let number: Int
    let year, month, day: Int
  }

  /// The time so long after 1970; what is earlier counts as its beginning.
  ///
  /// Its date is that of `other` where both are on one day, and need not be found again.
  public init(_ instant: Instant, like other: WallTime? = nil) {
    let milliseconds = Int(max(instant.nanoseconds, 0) / 1_000_000)
    let (days, ofDay) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    self.ofDay = ofDay
    if let other, other.date.number == days {
      date = other.date
    } else {
      date = WallTime.date(days)
    }
  }

  /// How many letters it has.
  static let width = 24

  /// The time as text.
  public var text: String {
    String(unsafeUninitializedCapacity: WallTime.width) { room in
      if let start = room.baseAddress { write(to: start) }
      return WallTime.width
    }
  }

  /// Puts the text.
  ///
  /// Digit by digit: an event waits for it, and formatters drag half the library in.
  func put(to text: inout TextScratch) { write(to: text.room(for: WallTime.width)) }

  private func write(to room: UnsafeMutablePointer<UInt8>) {
    func put(_ number: Int, at place: Int, _ mark: UInt8) {
      Digits.writePair(number, to: room + place)
      room[place + 2] = mark
    }
    Digits.writePair(date.year / 100, to: room)
    put(date.year % 100, at: 2, UInt8(ascii: "-"))
    put(date.month, at: 5, UInt8(ascii: "-"))
    put(date.day, at: 8, UInt8(ascii: "T"))
    put(ofDay / 3_600_000, at: 11, UInt8(ascii: ":"))
    put(ofDay / 60_000 % 60, at: 14, UInt8(ascii: ":"))
    put(ofDay / 1000 % 60, at: 17, UInt8(ascii: "."))
    room[20] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: ofDay / 100 % 10)
    put(ofDay % 100, at: 21, UInt8(ascii: "Z"))
  }

  /// The date of a day, counted from 1970-01-01; an instant reaches to the year 2262.
  ///
  /// In years that begin in March a leap day is the last of its year, and each five months from there
  /// have 153 days.
  private static func date(_ days: Int) -> Date {
    // From the first of March of the year 0, in cycles of four centuries.
    let (cycle, ofCycle) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let leaps = ofCycle / 1460 - ofCycle / 36_524 + ofCycle / 146_096
    let yearOfCycle = (ofCycle - leaps) / 365
    let ofYear = ofCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let month = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * month + 2) / 5 + 1
    let isNextYear = month >= 10
    let year = 400 * cycle + yearOfCycle + (isNextYear ? 1 : 0)
    return Date(number: days, year: year, month: isNextYear ? month - 9 : month + 3, day: day)
  }
}
