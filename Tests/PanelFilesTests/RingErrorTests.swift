import PanelFiles
import Testing

/// What is wrong with rings that share something, or whose wiring cannot be.
@Suite struct RingErrorTests {
  @Test(arguments: chains)
  func isToldWithPlaceAndMend(wrong: Wrong) {
    #expect(errors(of: wrong.text) == wrong.expected)
  }

  /// Two rings of a Raspberry Pi 5, each a line.
  static func rings(_ a: String, _ b: String, _ expected: String...) -> Wrong {
    Wrong(
      text: "board: raspberry-pi-5\nrings:\n  a: {\(a)}\n  b: {\(b)}\n", expected: expected)
  }

  static let strip = "driver: ws2812, device: /dev/spidev0.0, pixels: 16"

  static let chains: [Wrong] = [
    rings(
      strip, strip,
      "panel.yaml:4:31: rings.b.device: pixels 0 to 15 of /dev/spidev0.0 belong to a (line 3); rings "
        + "on one device are one chain, write offset: 16"),
    rings(
      "\(strip), offset: 4", "\(strip), offset: 19",
      "panel.yaml:4:67: rings.b.offset: pixel 19 of /dev/spidev0.0 belongs to a (line 3); rings on "
        + "one device are one chain, write offset: 20"),
    rings(
      strip, "\(strip), offset: -1",
      "panel.yaml:4:67: rings.b.offset: -1 is out of range; 0 to 1023",
      "panel.yaml:4:67: rings.b.offset: pixels 0 to 15 of /dev/spidev0.0 belong to a (line 3); rings "
        + "on one device are one chain, write offset: 16"),
    rings(
      strip, "driver: apa102, device: /dev/spidev0.0, pixels: 4, offset: 16",
      "panel.yaml:4:15: rings.b.driver: apa102, but a (line 3) is ws2812 on /dev/spidev0.0; one "
        + "driver sends the whole chain"),
    rings(
      strip, "\(strip), offset: 16, encoding: 4bit",
      "panel.yaml:4:81: rings.b.encoding: encoding is not that of a (line 3) on /dev/spidev0.0; "
        + "write the same for the whole chain"),
    rings(
      "driver: apa102, device: /dev/spidev0.0, pixels: 4, speed: 1MHz",
      "driver: apa102, device: /dev/spidev0.0, pixels: 4, offset: 4",
      "panel.yaml:4:6: rings.b: speed is not that of a (line 3) on /dev/spidev0.0; write the same "
        + "for the whole chain"),
    rings(
      "driver: pio, device: /dev/leds0, pixels: 4",
      "driver: pio, device: /dev/leds0, pixels: 4, offset: 4, at_exit: keep",
      "panel.yaml:4:71: rings.b.at_exit: at_exit is not that of a (line 3) on /dev/leds0; a chain "
        + "ends as a whole, write the same"),
  ]

  @Test func ringsOfOneDeviceAreOneChain() throws {
    let text = """
      rings:
        late: {driver: ws2812, device: /dev/spidev0.0, pixels: 4, offset: 20}
        alone: {driver: ws2812, device: /dev/spidev0.1, pixels: 4, offset: 1}
        drawn: {driver: terminal}
        early: {driver: ws2812, device: /dev/spidev0.0, pixels: 16}
      """
    let panel = try decode(text).panel
    #expect(panel.rings.map(\.offset) == [20, 1, 0, 0])
    #expect(panel.chains == [[3, 0], [1], [2]])
  }
}
