import ButtonController
import Glibc
import PanelFiles

/// A ring of PWM channels: one for a whole ring, three for red, green and blue, or one a pixel.
///
/// At the end the channels stay exported, running and dark: what a PWM that is off does to its pin is
/// not defined.
struct PwmRing: RingOutput {
  private let chip: String
  private let numbers: [Int]
  private let period: Int64
  private let isInverted: Bool
  private let root: String
  private let files: any Attributes
  private let mixer: ChannelMixer
  private var pipeline: LightPipeline
  private var channels: [PwmChannel] = []

  init(
    _ file: RingFile, pixels: Int, chip: String, channels: [Int], frequency: Double,
    isInverted: Bool, files: any Attributes = KernelAttributes(), root: String = "/sys/class/pwm"
  ) {
    self.chip = chip
    numbers = channels
    period = Int64((1e9 / min(max(frequency, 1), 1e7)).rounded())
    self.isInverted = isInverted
    self.files = files
    self.root = root
    mixer = ChannelMixer(file, channels: channels.count, pixels: pixels)
    pipeline = LightPipeline(file, pixels: pixels, limitsCurrent: false)
  }

  mutating func open() throws(RingError) {
    let path = try PwmChips(root, files).find(chip)
    let count: Int64
    do throws(SystemError) { count = try files.number("\(path)/npwm") ?? 0 } catch {
      throw RingError(error)
    }
    if let number = numbers.first(where: { $0 < 0 || $0 >= count }) {
      throw RingError("\(path) has the channels 0 to \(count - 1), not \(number)", isFinal: true)
    }
    channels = try PwmChannel.take(
      numbers, of: path, period: period, isInverted: isInverted, files)
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    pipeline.convert(pixels)
    for index in channels.indices {
      try channels[index].set(mixer.level(index, of: pipeline.duties))
    }
  }

  func check() throws(RingError) {
    for channel in channels { try channel.check() }
  }

  mutating func dark() {
    for index in channels.indices {
      // A chip that is gone has nothing to be made dark.
      do throws(RingError) { try channels[index].set(0) } catch {}
    }
  }

  mutating func close(keepsLight: Bool) {
    channels.removeAll()
    files.close()
  }

  var isAnnounced: Bool { true }
}

/// Which light a channel of a few gets.
struct ChannelMixer {
  private let letters: [UInt8]?

  /// One pixel on three channels or four is red, green, blue (white) in the file's order; else each
  /// channel is a pixel of one colour, as bright as the brightest of red, green and blue.
  init(_ file: RingFile, channels: Int, pixels: Int) {
    let order = Array(file.order.utf8)
    letters = pixels == 1 && channels > 1 && channels <= order.count ? order : nil
  }

  func level(_ channel: Int, of duties: [LightPipeline.Duty]) -> Double {
    if let letters { return duties.first.map { $0.channel(letters[channel]) } ?? 0 }
    return channel < duties.count ? duties[channel].largest : 0
  }
}
