/// Words of other tools for what has a name of its own here: gpiozero, ESPHome, the kernel's
/// gpio-keys, and what people call things.
enum ForeignWords {
  /// Where a word is met, and what to say of it there.
  private struct Word {
    /// One of the names that are known where the advice fits.
    let place: String
    let advice: String

    init(_ place: String, _ advice: String) {
      self.place = place
      self.advice = advice
    }
  }

  /// What to write instead of `word` where `names` are known.
  static func advice(
    for word: String, among names: some Sequence<String>
  ) -> String? {
    guard word.utf8.count <= 40 else { return nil }
    let folded = fold(word)
    let known = Set(names)
    // A word that is known here is no foreign one, however it is written.
    if known.contains(folded) { return nil }
    return words[folded]?.first { known.contains($0.place) }?.advice
  }

  private static func fold(_ word: String) -> String {
    String(
      decoding: word.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte + 32
        case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "."): return UInt8(ascii: "_")
        default: return byte
        }
      }, as: UTF8.self)
  }

  private static let pull = [
    Word("wiring", "wiring says how it pulls: to_ground pulls up, to_supply pulls down")
  ]
  private static let polarity = [
    Word("wiring", "wiring says it: to_ground is active low, to_supply is active high")
  ]
  private static let debounce = [Word("debounce", "write debounce: 10ms")]
  private static let tap = [
    Word("drag_end", "write tap"), Word("do", "write tap: true, and do: {tap: …}"),
  ]
  private static let doubleTap = [
    Word("drag_end", "write tap:2"), Word("do", "write do: {tap:2: …}"),
  ]
  private static let hold = [
    Word("drag_end", "write hold"), Word("do", "write hold: 2s, and do: {hold: …}"),
  ]
  private static let press = [
    Word("drag_end", "write press"),
    Word("do", "write do: {tap: …}, or do: {press: …} with edges: true"),
  ]
  private static let release = [
    Word("drag_end", "write release"), Word("do", "write do: {release: …} with edges: true"),
  ]
  private static let turn = [Word("drag_end", "write turn"), Word("do", "write do: {turn: …}")]
  private static let knob = [Word("knob", "write knob"), Word("kind", "write kind: knob")]
  private static let button = [Word("button", "write button")]
  private static let toggle = [Word("switch", "write switch")]
  private static let run = [Word("run", "write run: [PROGRAM, ARGUMENT]")]
  private static let pin = [Word("pin", "write pin: GPIO17")]
  private static let pixels = [Word("pixels", "write pixels: 16")]
  private static let ws2812 = [Word("ws2812", "write ws2812")]
  private static let clockwise = [Word("drag_end", "write turn:+")]
  private static let counterclockwise = [Word("drag_end", "write turn:-")]
  private static let a = [Word("a", "write a")]
  private static let b = [Word("b", "write b")]
  private static let push = [Word("press", "write press")]
  private static let kind = [Word("kind", "write kind")]

  private static let words: [String: [Word]] = [
    "encoder": knob, "rotary": knob, "rotary_encoder": knob, "rotaryencoder": knob, "dial": knob,
    "pushbutton": button, "push_button": button, "key": button + run, "momentary": button,
    "toggle": toggle, "binary_sensor": toggle, "contact": toggle, "sensor": toggle,
    "type": kind, "platform": kind, "component": kind,
    "neopixel": ws2812, "neopixels": ws2812, "ws2811": ws2812, "ws281x": ws2812, "sk6812": ws2812,
    "ws2813": ws2812, "ws2815": ws2812,
    "dotstar": [Word("apa102", "write apa102")], "sk9822": [Word("apa102", "write apa102")],
    "leds": pixels, "num_leds": pixels, "led_count": pixels, "count": pixels, "length": pixels,
    "clk": a, "pin_a": a, "clock": a, "dt": b, "pin_b": b, "data": b,
    "sw": push, "push": push, "button": push,
    "pull": pull, "pull_up": pull, "pullup": pull, "pull_down": pull, "pulldown": pull,
    "bias": pull,
    "active_low": polarity, "active_high": polarity, "active_state": polarity, "inverted": polarity,
    "invert": polarity, "inverse": polarity,
    "debounce_ms": debounce, "debounce_time": debounce, "debounce_interval": debounce,
    "debounce_period_us": debounce, "bounce_time": debounce, "bouncetime": debounce,
    "click": tap, "clicked": tap, "single": tap, "single_click": tap, "short": tap,
    "short_press": tap,
    "on_click": tap, "on_tap": tap, "when_clicked": tap,
    "double": doubleTap, "double_click": doubleTap, "doubleclick": doubleTap,
    "double_tap": doubleTap,
    "on_double_click": doubleTap, "double_press": doubleTap, "tap2": doubleTap, "tap_2": doubleTap,
    "taps": [Word("tap", "write tap: {max: 2}")],
    "triple": [Word("drag_end", "write tap:3"), Word("do", "write do: {tap:3: …}")],
    "long": hold, "long_press": hold, "longpress": hold, "long_click": hold, "on_long_press": hold,
    "when_held": hold, "on_hold": hold, "held": hold, "hold_time": hold,
    "when_pressed": press, "on_press": press, "pressed": press, "when_activated": press,
    "on_state": press,
    "when_released": release, "on_release": release, "released": release,
    "when_deactivated": release,
    "when_rotated": turn, "rotate": turn, "on_value": turn,
    "when_rotated_clockwise": [
      Word("drag_end", "write turn:+"), Word("do", "write do: {turn:+: …}"),
    ],
    "when_rotated_counter_clockwise": [
      Word("drag_end", "write turn:-"), Word("do", "write do: {turn:-: …}"),
    ],
    "on_clockwise": clockwise + [Word("do", "write do: {turn:+: …}")],
    "on_anticlockwise": counterclockwise + [Word("do", "write do: {turn:-: …}")],
    "cw": clockwise, "clockwise": clockwise, "ccw": counterclockwise,
    "counterclockwise": counterclockwise, "anticlockwise": counterclockwise,
    "repeat": [Word("hold", "write hold: {after: 500ms, repeat: {every: 200ms}}")],
    "hold_repeat": [Word("hold", "write hold: {after: 500ms, repeat: {every: 200ms}}")],
    "autorepeat": [Word("hold", "write hold: {after: 500ms, repeat: {every: 200ms}}")],
    "command": run, "cmd": run, "exec": run, "execute": run, "shell": run, "script": run,
    "gpio": pin, "gpios": pin, "number": pin, "pin_number": pin, "gpio_pin": pin, "line": pin,
    "topic": [Word("publish", "write publish: {topic: …}")],
    "mqtt_topic": [Word("publish", "write publish: {topic: …}")],
    "message": [Word("payload", "write payload")],
    "buttons": [Word("controls", "write controls: {NAME: {kind: button, pin: GPIO17}}")],
    "inputs": [Word("controls", "write controls: {NAME: {kind: button, pin: GPIO17}}")],
    "broker": [
      Word("mqtt", "write mqtt: {host: 127.0.0.1}"), Word("host", "write host: 127.0.0.1"),
    ],
    "username": [Word("user", "write user")],
    "password": [Word("password_file", "write password_file: the file that holds the password")],
    "name": [Word("label", "write label; a control's name is the key that it stands under")],
    "up": [Word("to_ground", "a contact that is pulled up is wired to_ground")],
    "down": [Word("to_supply", "a contact that is pulled down is wired to_supply")],
    "pullup_to_ground": [Word("to_ground", "write to_ground")],
    "to_gnd": [Word("to_ground", "write to_ground")], "gnd": [Word("to_ground", "write to_ground")],
    "ground": [Word("to_ground", "write to_ground")],
    "to_vcc": [Word("to_supply", "write to_supply")], "vcc": [Word("to_supply", "write to_supply")],
    "3v3": [Word("to_supply", "write to_supply")], "to_3v3": [Word("to_supply", "write to_supply")],
    "low": [Word("to_ground", "a contact that is active low is wired to_ground")],
    "high": [Word("to_supply", "a contact that is active high is wired to_supply")],
  ]
}
