import ButtonController

/// The keys of requests.
enum RequestKeys {
  /// What a request asks for; one of these stands in it.
  static let verbs = ["status", "events", "ring", "press", "release", "record", "frames", "reload"]

  /// What belongs to which of them.
  static let companions: KeyValuePairs = [
    "progress": "ring", "pattern": "ring", "colour": "ring", "pixels": "ring",
    "ttl": "ring", "for": "press",
  ]

  /// What a ring may be asked to show; one of these stands beside it.
  static let pictures = ["progress", "pattern", "colour", "pixels"]

  /// What may be a list.
  static let lists = ["events", "pixels"]

  static let request = KeyTable(
    "a request",
    [
      Key("id", .verbatim, "text or a number that the answer repeats"),
      Key("status", .flag, "true: how the panel is"),
      Key(
        "events", .either([.flag, .list(.text, 1...256)]),
        "true: every event from now on; names: those of these controls; false: none any more"),
      Key("ring", .text, "a ring that is to show something"),
      Key("progress", .number(0...1), "with ring: a fill"),
      Key(
        "pattern", .text,
        "with ring: a picture by its words, such as working; idle ends what it shows"),
      Key("colour", .colour, "with ring: every pixel in this colour"),
      Key(
        "pixels", .list(.colour, 1...1024), "with ring: a colour for each pixel; the rest is dark"),
      Key(
        "ttl", .span(.milliseconds(50) ... .seconds(86_400), usual: .seconds(5)),
        "with ring: so long it shows it [30s; success and error until they end]"),
      Key("press", .text, "a control, or one of its lines, that is to be pressed"),
      Key(
        "for", .span(.milliseconds(1) ... .seconds(3600), usual: .milliseconds(100)),
        "with press: so long it is pressed [until release, or the end of the connection]"),
      Key("release", .text, "a control, or one of its lines, that a program presses"),
      Key(
        "record", .flag,
        "true: what happens to its lines from now on, as a trace; false: no more of it"),
      Key(
        "frames", .flag, "true: what its rings show from now on, picture by picture; false: no more"
      ),
      Key("reload", .flag, "true: the panel file once more"),
    ])
}
