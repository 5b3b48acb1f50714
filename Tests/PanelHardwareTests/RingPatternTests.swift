import ButtonController
import Testing

@testable import PanelHardware

@Suite("Words for a ring's picture")
struct RingPatternTests {
  @Test(arguments: [
    ("off", RemotePicture.off), ("success", .pattern(.success)), ("error", .pattern(.failure)),
    ("working", .pattern(.working)), ("breathe", .pattern(.breathe)), ("test", .pattern(.test)),
    ("fill 0.4", .progress(0.4)), ("fill 0", .progress(0)), ("fill 1", .progress(1)),
  ])
  func known(text: String, picture: RemotePicture) {
    #expect(RemotePicture(text: text) == picture)
  }

  @Test(arguments: [
    "", "on", "fill", "fill 1.1", "fill -0.1", "fill nan", "fill 0.4 0.5", "Off", "error 1",
  ])
  func unknown(text: String) { #expect(RemotePicture(text: text) == nil) }
}
