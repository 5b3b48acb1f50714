import ButtonController
import Glibc
import PanelFiles

// A fuzzer for traces of both forms: whatever the bytes are, reading ends in items or in short errors; it
// gives the same however the bytes come; and what was read is written and read again as it was. Build it
// with `--sanitize=fuzzer` (`make fuzz FUZZ=trace`); without, it is a program that does nothing.

private let controls = ["a", "knob", "door"].map { ControlFile(name: $0) }
private let lines = [("a", 0), ("knob.a", 1), ("knob.b", 1), ("door", 2)].map {
  LinePlan(name: $0.0, control: $0.1, chip: .any, target: .offset(0), pin: "")
}

/// What came of reading bytes.
private struct Reading: Equatable {
  var items: [TraceStream.Item] = []
  var errors: [String] = []

  /// Reads the bytes in pieces that end at `cuts`.
  init(_ bytes: [UInt8], _ form: TraceStream.Form, cuts: [Int] = []) {
    var stream = TraceStream(path: "t", lines: lines, controls: controls, form: form)
    var read: [TraceStream.Item] = []
    var start = 0
    for cut in cuts + [bytes.count] where cut >= start && cut <= bytes.count {
      stream.take(bytes[start..<cut]) { read.append($0) }
      start = cut
    }
    do throws(FileError) {
      try stream.finish { read.append($0) }
    } catch {
      errors = error.diagnostics.map(\.description)
    }
    items = read
  }

  /// The trace, without the places of its entries.
  var trace: Trace {
    var trace = Trace(startLevels: lines.map { _ in false }, entries: [])
    for item in items {
      switch item {
      case .start(let levels): trace.startLevels = levels
      case .entry(let entry): trace.entries.append(Trace.Entry(at: entry.at, action: entry.action))
      }
    }
    return trace
  }
}

private func fault(of bytes: [UInt8], as form: TraceStream.Form) -> String? {
  let whole = Reading(bytes, form)
  let seed = bytes.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
  let cuts = [seed % (bytes.count + 1), seed * 7 % (bytes.count + 1)].sorted()
  if Reading(bytes, form, cuts: cuts) != whole { return "cut at \(cuts) it reads otherwise" }
  if whole.errors.count > 1001 { return "\(whole.errors.count) errors" }
  if let long = whole.errors.first(where: { $0.utf8.count > 5000 }) {
    return "a message of \(long.utf8.count) bytes"
  }
  guard whole.errors.isEmpty else { return nil }
  let trace = whole.trace
  if Reading(trace.text(lines: lines, controls: controls), .text).trace != trace {
    return "written and read it is another trace"
  }
  let dump = trace.vcd(lines: lines, controls: controls, head: ["a $end"])
  let again = Reading(dump, .vcd(Trace.VcdOptions()))
  return again.errors.first.map { "as a dump it is wrong: \($0)" }
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let options = Trace.VcdOptions(map: ["D0": "a"], inverted: [])
  for form in [.text, .vcd(Trace.VcdOptions()), .vcd(options)] as [TraceStream.Form] {
    if let fault = fault(of: bytes, as: form) {
      print("broken: \(fault)")
      fflush(nil)
      abort()
    }
  }
  return 0
}
