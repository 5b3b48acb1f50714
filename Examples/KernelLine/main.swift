import ButtonController
import CGpiod
import Glibc

// Tap and hold from one line of the kernel: `example-kernel-line /dev/gpiochip0 17`, to ground.

func fail(_ what: String, _ result: Int32) -> Never {
  print("\(what): \(String(cString: strerror(-result)))")
  exit(1)
}

/// The clock of the kernel's edge stamps.
func now() -> Instant {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
}

func emit(_ event: Event) { print(event.kind) }

guard CommandLine.arguments.count == 3, let offset = UInt32(CommandLine.arguments[2]) else {
  print("usage: example-kernel-line CHIP OFFSET")
  exit(64)
}
var chip: OpaquePointer?
var request: OpaquePointer?
var line = gp_line_config()
line.offset = offset
line.bias = UInt8(GP_BIAS_PULL_UP.rawValue)
line.is_active_low = 1
line.wants_edges = 1
var result = gp_chip_open(CommandLine.arguments[1], &chip)
if result < 0 { fail("cannot open \(CommandLine.arguments[1])", result) }
result = gp_request_lines(chip, "example", &line, 1, 64, &request)
if result < 0 { fail("cannot request line \(offset)", result) }

var controller = Controller(
  Panel(controls: [Control(kind: .button, gestures: Gestures(tap: Tap(), hold: Hold()))]))
var level: UInt8 = 0
result = gp_request_get_values(request, &level, 1)
if result < 0 { fail("cannot read line \(offset)", result) }
controller.start(at: now(), isClosed: { _ in level == 1 }, emit)

var events = Array(repeating: gp_event(), count: 16)
while true {
  // Sleep until an edge comes or something falls due; for ever where nothing is pressed.
  var poll = pollfd(fd: gp_request_descriptor(request, 0), events: Int16(POLLIN), revents: 0)
  let wait = controller.nextDeadline.map { ($0 - now()).nanoseconds / 1_000_000 + 1 }
  _ = Glibc.poll(&poll, 1, Int32(clamping: wait.map { max(0, $0) } ?? -1))
  // First the clock, then all edges, then the timers: an edge stamped before a deadline goes first.
  let known = now()
  while true {
    let count = gp_request_read_events(request, 0, &events, UInt32(events.count))
    if count == -EAGAIN || count == 0 { break }
    if count < 0 { fail("the line is gone", count) }
    for event in events.prefix(Int(count)) {
      controller.report(
        line: 0, isClosed: event.edge == GP_EDGE_RISING.rawValue,
        at: Instant(nanoseconds: event.stamp_ns), known: known, emit)
    }
  }
  controller.advance(to: known, known: known, emit)
}
