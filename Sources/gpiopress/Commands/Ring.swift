import ButtonController
import Glibc
import PanelFiles
import PanelHardware

extension Command {
  /// `gpiopress ring`.
  static let ring = Command(
    name: "ring",
    summary: "lights a ring by hand, or draws its pictures",
    operands: [
      Operand(name: "PANEL", help: "the panel file"),
      Operand(name: "RING", help: "a ring of the panel; all, with off, for every ring"),
      Operand(name: "PATTERN", help: "the picture"),
      Operand(name: "SHARE", help: "how much of it, with fill", isOptional: true),
    ],
    options: [
      Option(name: "--for", value: "TIME", help: "ends after this time, such as 10s"),
      Option(
        name: "--capture", value: "FRAMES.json",
        help: "writes the frames as JSON instead of lighting the ring; - for stdout"),
      Option(
        name: "--svg", value: "OUT.svg", help: "draws the frames side by side instead; - for stdout"
      ),
      Option(name: "--every", value: "TIME", help: "the time between two frames of --svg"),
      .board,
    ],
    notes: """
      Pictures:
      \(Columns.text(PictureWord.allCases.map { [$0.rawValue, $0.summary] }, indent: 2))
      A picture that has an end ends the program; the others go on until --for, SIGINT or
      SIGTERM. Then the ring is dark, unless it has at_exit: keep.

      off also darkens what a killed gpiopress run left lit; all off silences
      cues, too, and leaves rings alone that have at_exit: keep. --capture and --svg need no
      hardware and no time; of a picture without end they show 5 s, unless --for says otherwise.
      """,
    run: lightRing)

  private static func lightRing(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let request = try RingRequest(arguments)
    let isDrawn = arguments.has("--svg") || arguments.has("--capture")
    let panel = try Load.panel(
      arguments.operands[0], board: arguments.value(of: "--board"), for: isDrawn ? .draw : .light)
    let rings = try request.rings(of: panel, arguments)
    if let path = arguments.value(of: "--svg") {
      return try RingFilm(panel, rings[0], request).draw(to: path)
    }
    if let path = arguments.value(of: "--capture") {
      return try RingFilm(panel, rings[0], request).capture(to: path)
    }
    if request.picture.word == .off {
      // A sounder that a kill left on is no ring, but all is all.
      let cues = arguments.operands[1] == RingRequest.all ? panel.cues : []
      return try RingPlay.makeDark(rings, cues: cues, of: panel)
    }
    return try RingPlay.light(rings[0], of: panel, request)
  }
}

/// What the command line asks for.
struct RingRequest {
  let picture: RingPicture
  /// After how long it ends; nil for when it is over.
  let length: TimeSpan?
  /// The time between two frames of a drawing; nil for the pattern's own.
  let every: TimeSpan?

  /// The word for every ring, where none has this name.
  static let all = "all"

  init(_ arguments: Arguments) throws(Failure) {
    let words = [arguments.operands[2], arguments.operand(3)].compactMap { $0 }
    do throws(PictureError) {
      picture = try RingPicture(words: words, from: PictureWord.allCases)
    } catch {
      throw arguments.failure("\(error)")
    }
    length = try arguments.span(of: "--for")
    every = try arguments.span(of: "--every")
    if arguments.has("--svg"), arguments.has("--capture") {
      throw arguments.failure("--svg and --capture: take one of them")
    }
    if every != nil, !arguments.has("--svg") { throw arguments.failure("--every is for --svg") }
  }

  /// The rings' numbers: one, or all.
  func rings(of panel: PanelFile, _ arguments: Arguments) throws(Failure) -> [Int] {
    let name = arguments.operands[1]
    if let ring = panel.rings.firstIndex(where: { $0.name == name }) { return [ring] }
    let isDrawn = arguments.has("--svg") || arguments.has("--capture")
    if name == RingRequest.all {
      guard picture.word == .off, !isDrawn else {
        throw arguments.failure("all is for off; name one ring")
      }
      return panel.rings.indices.filter { !panel.rings[$0].staysLit }
    }
    let names = panel.rings.map(\.name)
    var why = Nearest.hint(for: name, among: names)
    if why.isEmpty {
      why = names.isEmpty ? ", nor any other" : "; there are \(names.joined(separator: ", "))"
    }
    throw arguments.failure("\(panel.path): no ring \(name)\(why)")
  }

  /// The scene of a ring.
  func scene(_ ring: Int, of panel: PanelFile) -> RingScene {
    picture.word.scene(
      of: panel.panel.rings[ring], calm: panel.panel.reduceMotion, share: picture.share)
  }
}
