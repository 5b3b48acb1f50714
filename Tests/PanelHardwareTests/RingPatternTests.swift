import ButtonController
import Testing

@testable import PanelHardware

@Suite("Words for a ring's picture")
struct RingPatternTests {
  @Test(arguments: [
    ("off", RemotePicture.off), ("success", .pattern(.success)), ("error", .pattern(.failure)),
    ("working", .pattern(.working)), ("breathe", .pattern(.breathe)), ("test", .pattern(.test)),
    ("fill 0.4", .progress(0.4)), ("fill 0", .progress(0)), ("fill 1", .progress(1)),
    ("#FF3b30", .colour(Colour(rgb: 0xff3b30))),
  ])
  func known(text: String, picture: RemotePicture) {
    #expect(RingPattern.parse(text) == picture)
  }

  @Test(arguments: [
    "", "on", "fill", "fill 1.1", "fill -0.1", "fill nan", "fill 0.4 0.5", "#ff3b3", "#ff3b300",
    "ff3b30", "#+f3b30", "Off",
  ])
  func unknown(text: String) { #expect(RingPattern.parse(text) == nil) }
}
