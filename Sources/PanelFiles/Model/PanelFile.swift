import ButtonController

/// A panel file, decoded: the engine's panel and everything around it.
///
/// `controls` has the order of `panel.controls` (chords last), `lines` the order of the engine's line
/// numbers (control by control, each with the lines of its kind), `rings` that of `panel.rings`.
public struct PanelFile: Equatable, Sendable {
  /// Where it was read from, as the user wrote it.
  public var path: String
  /// The panel's name; the file's name without its ending where none is given.
  public var name: String
  /// The SHA-256 of the file, as `sha256sum` prints it; empty for one that was not read from a file.
  public var digest = ""
  /// The board's id, such as `raspberry-pi-5`.
  public var board: String
  /// What the board calls itself, such as `Raspberry Pi 5`; empty where its profile is not known.
  public var boardName = ""
  /// What the engine needs.
  public var panel: Panel
  /// Names and actions of the controls.
  public var controls: [ControlFile]
  /// How each line of the engine is wired.
  public var lines: [LinePlan]
  /// How each ring's light reaches its LEDs.
  public var rings: [RingFile]
  /// Sounders and motors.
  public var cues: [CueFile]
  /// Where events go.
  public var outputs: Outputs
  /// How long commands that run or wait at the end may go on before they are sent TERM.
  public var stopTimeout: TimeSpan
  /// Real-time priority of the daemon, 1…99; nil for an ordinary process.
  public var priority: Int?

  /// A panel file of these parts.
  public init(
    path: String, name: String, board: String, panel: Panel, controls: [ControlFile],
    lines: [LinePlan], rings: [RingFile], cues: [CueFile] = [], outputs: Outputs = Outputs(),
    stopTimeout: TimeSpan = Outputs.usualStopTimeout, priority: Int? = nil
  ) {
    self.path = path
    self.name = name
    self.board = board
    self.panel = panel
    self.controls = controls
    self.lines = lines
    self.rings = rings
    self.cues = cues
    self.outputs = outputs
    self.stopTimeout = stopTimeout
    self.priority = priority
  }

  /// The numbers of all rings, those that share a device together and in the order of the chain.
  public var chains: [[Int]] {
    var chains: [[Int]] = []
    var known: [String: Int] = [:]
    for (number, ring) in rings.enumerated() {
      if let device = ring.driver.device, let chain = known[device] {
        chains[chain].append(number)
        continue
      }
      if let device = ring.driver.device { known[device] = chains.count }
      chains.append([number])
    }
    return chains.map { chain in chain.sorted { rings[$0].offset < rings[$1].offset } }
  }
}

extension PanelFile {
  /// Whether `event` is to be printed: presses and releases only of controls with `edges: true` or
  /// where `edges` asks for all, whatever the engine emits beside them.
  public func reports(_ event: Event, edges: Bool) -> Bool {
    switch event.kind {
    case .press, .release:
      let control = event.control
      return edges || panel.controls[control].emitsEdges && !controls[control].hidesEdges
    default: return true
    }
  }
}

/// A control's name, label and actions.
public struct ControlFile: Equatable, Sendable {
  /// The key in the file.
  public var name: String
  /// What a person calls it; nil where none is given.
  public var label: String?
  /// What to do at which event, in the file's order.
  public var actions: [Binding]
  /// Whether the engine's `press` and `release` are for held keys and `do` alone, and no output reports
  /// them: the file has no `edges: true`.
  public var hidesEdges: Bool
  /// The cue that reports its confirm; an index into `PanelFile.cues`.
  public var cue: Int?
  /// Whether a program's press may confirm it, and not only a hand.
  public var allowsRemoteConfirm: Bool

  /// A control called `name`.
  public init(
    name: String, label: String? = nil, actions: [Binding] = [], cue: Int? = nil,
    hidesEdges: Bool = false, allowsRemoteConfirm: Bool = false
  ) {
    self.name = name
    self.label = label
    self.actions = actions
    self.hidesEdges = hidesEdges
    self.cue = cue
    self.allowsRemoteConfirm = allowsRemoteConfirm
  }
}

/// One entry of `do`: an event and what it causes.
public struct Binding: Equatable, Sendable {
  /// The event's name, such as `tap` or `hold_end`.
  public var event: String
  /// The particular: a count, taps, level or cancel reason (`tap:2`); nil for every event of the name.
  public var detail: String?
  /// What to do, one after the other.
  public var actions: [Action]

  /// A binding of `actions` to an event.
  public init(event: String, detail: String? = nil, actions: [Action]) {
    self.event = event
    self.detail = detail
    self.actions = actions
  }
}

/// Something to do at an event.
public enum Action: Equatable, Sendable {
  /// A command, without a shell.
  case run(Command)
  /// Keys of the virtual keyboard.
  case key(Keys)
  /// An MQTT message.
  case publish(Message)
  /// A picture on a ring (an index into `PanelFile.rings`), for so long; nil for until the next.
  case light(ring: Int, RingPicture, for: TimeSpan?)

  /// Keys of the virtual keyboard: a stroke of them, or held.
  public struct Keys: Equatable, Sendable {
    /// Their numbers, 1…767, in the order in which they go down; at least one, each once.
    public var codes: [UInt16]
    /// Whether they are down until what the event began is over, instead of for a stroke.
    public var isHeld: Bool

    /// Keys that go down together.
    public init(_ codes: [UInt16], isHeld: Bool = false) {
      self.codes = codes
      self.isHeld = isHeld
    }
  }

  /// An MQTT message.
  public struct Message: Equatable, Sendable {
    /// The topic, without a / at its begin.
    public var topic: String
    /// Whether the topic is one of the whole broker, instead of below the panel's base.
    public var isAbsolute: Bool
    /// The message; nil for the event as JSON.
    public var payload: PayloadTemplate?
    /// Quality of service, 0…2.
    public var qos: Int
    /// Whether the broker keeps it.
    public var isRetained: Bool

    /// A message on `topic`.
    public init(
      topic: String, isAbsolute: Bool = false, payload: PayloadTemplate? = nil, qos: Int = 1,
      isRetained: Bool = false
    ) {
      self.topic = topic
      self.isAbsolute = isAbsolute
      self.payload = payload
      self.qos = qos
      self.isRetained = isRetained
    }
  }

  /// A command and its limits.
  public struct Command: Equatable, Sendable {
    /// The program and its arguments; at least the program.
    public var arguments: [String]
    /// After this long it is ended.
    public var timeout: TimeSpan
    /// Whether it may run while another of its control runs.
    public var isParallel: Bool
    /// Whether its `progress 0.4` lines fill the control's ring.
    public var showsProgress: Bool

    /// A command with the default time limit of 60 s.
    public init(
      arguments: [String], timeout: TimeSpan = .seconds(60), isParallel: Bool = false,
      showsProgress: Bool = false
    ) {
      self.arguments = arguments
      self.timeout = timeout
      self.isParallel = isParallel
      self.showsProgress = showsProgress
    }
  }
}

/// One line: where it is and how its contact is wired.
public struct LinePlan: Equatable, Sendable {
  /// The name in traces: the control's where it has one line, else `control.part`.
  public var name: String
  /// The control it belongs to; an index into `PanelFile.controls`.
  public var control: Int
  /// The chip.
  public var chip: Chip
  /// The line on that chip.
  public var target: Target
  /// The pin as the file has it (`GPIO17`, `J8-11`), for messages.
  public var pin: String
  /// The pull that is asked for.
  public var bias: Bias
  /// Whether a low level is a closed contact.
  public var isActiveLow: Bool
  /// Whether the contact opens when it is pressed; `isActiveLow` is turned round by it already.
  public var isNormallyClosed: Bool
  /// Whether the level is polled instead of waiting for edges.
  public var isPolled: Bool
  /// The period of polling.
  public var poll: TimeSpan
  /// The kernel's own debounce; zero for none.
  public var kernelDebounce: TimeSpan
  /// Where in the file the pin stands.
  public var place: Place

  /// How the chip is found.
  public enum Chip: Equatable, Sendable {
    /// By its label.
    case label(String)
    /// The one chip that has a line of the target's name.
    case any
  }

  /// How the line is found on its chip.
  public enum Target: Equatable, Sendable {
    /// By its number; `name` is a cross-check where the board's profile has one.
    case offset(Int)
    /// By its name.
    case name(String)
  }

  /// The pull of a line.
  public enum Bias: Equatable, Sendable {
    /// None: there is a resistor outside.
    case disabled
    /// To the supply.
    case pullUp
    /// To ground.
    case pullDown
  }

  /// A line of a control.
  public init(
    name: String, control: Int, chip: Chip, target: Target, pin: String, bias: Bias = .pullUp,
    isActiveLow: Bool = true, isPolled: Bool = false, poll: TimeSpan = .milliseconds(1),
    kernelDebounce: TimeSpan = .zero, isNormallyClosed: Bool = false, place: Place = Place()
  ) {
    self.name = name
    self.control = control
    self.chip = chip
    self.target = target
    self.pin = pin
    self.bias = bias
    self.isActiveLow = isActiveLow
    self.isNormallyClosed = isNormallyClosed
    self.isPolled = isPolled
    self.poll = poll
    self.kernelDebounce = kernelDebounce
    self.place = place
  }
}

/// A place in a file, from 1; 0 where there is none.
public struct Place: Equatable, Sendable {
  /// The line.
  public var line: Int
  /// The column, in characters.
  public var column: Int

  /// A place.
  public init(line: Int = 0, column: Int = 0) {
    self.line = line
    self.column = column
  }
}

/// Where events go.
public struct Outputs: Equatable, Sendable {
  /// JSON lines on the standard output.
  public var stdout: Bool
  /// A control socket's path and group.
  public var socket: Socket?
  /// An MQTT broker.
  public var mqtt: Mqtt?
  /// A virtual keyboard's name.
  public var keyboard: String?

  /// How long commands may run on at the end where the panel does not say it.
  public static let usualStopTimeout = TimeSpan.seconds(5)

  /// A control socket.
  public struct Socket: Equatable, Sendable {
    /// The path.
    public var path: String
    /// The group that may speak to it; nil for the daemon's own.
    public var group: String?

    /// A socket at `path`.
    public init(path: String, group: String? = nil) {
      self.path = path
      self.group = group
    }
  }

  /// An MQTT broker and how to speak to it.
  public struct Mqtt: Equatable, Sendable {
    /// The host.
    public var host: String
    /// The port.
    public var port: Int
    /// The topic below which all is published.
    public var base: String
    /// Whether Home Assistant finds the panel.
    public var homeAssistant: Bool
    /// The topic below which Home Assistant looks for panels.
    public var discoveryPrefix: String
    /// The user; nil for none.
    public var user: String?
    /// The file that holds the password.
    public var passwordFile: String?
    /// Certificate authority, certificate and key of TLS; empty for none.
    public var tls: [String: String]

    /// What Home Assistant itself starts with.
    public static let usualPrefix = "homeassistant"

    /// A broker.
    public init(
      host: String, port: Int, base: String, homeAssistant: Bool = false,
      discoveryPrefix: String = Mqtt.usualPrefix, user: String? = nil,
      passwordFile: String? = nil, tls: [String: String] = [:]
    ) {
      self.host = host
      self.port = port
      self.base = base
      self.homeAssistant = homeAssistant
      self.discoveryPrefix = discoveryPrefix
      self.user = user
      self.passwordFile = passwordFile
      self.tls = tls
    }
  }

  /// Outputs; events on the standard output where nothing else is said.
  public init(
    stdout: Bool = true, socket: Socket? = nil, mqtt: Mqtt? = nil, keyboard: String? = nil
  ) {
    self.stdout = stdout
    self.socket = socket
    self.mqtt = mqtt
    self.keyboard = keyboard
  }
}
