import ButtonController
import Glibc
import PanelFiles
import Testing

@testable import PanelHardware

@Suite struct ChipTableTests {
  private static let header = ChipTable.Chip(
    path: "/dev/gpiochip0", label: "pinctrl-rp1", lineCount: 54, lineNames: ["ID_SDA", "GPIO17"])
  private static let other = ChipTable.Chip(
    path: "/dev/gpiochip1", label: "gpio-brcm", lineCount: 32, lineNames: ["WAKE", "WAKE"])
  private static let twin = ChipTable.Chip(
    path: "/dev/gpiochip2", label: "pinctrl-rp1", lineCount: 8, lineNames: ["GPIO17"])

  private static func plan(_ chip: LinePlan.Chip, _ target: LinePlan.Target) -> LinePlan {
    LinePlan(name: "erase", control: 0, chip: chip, target: target, pin: "GPIO17")
  }

  @Test(arguments: [
    (LinePlan.Chip.label("pinctrl-rp1"), LinePlan.Target.offset(17), 17),
    (.label("pinctrl-rp1"), .name("GPIO17"), 1),
    (.any, .name("GPIO17"), 1),
  ])
  func finds(chip: LinePlan.Chip, target: LinePlan.Target, offset: Int) throws {
    let table = ChipTable(chips: [Self.header, Self.other])
    let found = try table.find(Self.plan(chip, target), line: 0)
    #expect(
      found == ChipTable.Found(path: "/dev/gpiochip0", label: "pinctrl-rp1", offset: offset))
  }

  @Test(arguments: [
    (LinePlan.Chip.label("gone"), LinePlan.Target.offset(1), LineTrouble.Kind.missing, ["gone"]),
    (.label("pinctrl-rp1"), .offset(54), .outOfRange, ["0 to 53", "/dev/gpiochip0"]),
    (.any, .name("NONE"), .missing, ["NONE"]),
    (.any, .name("WAKE"), .ambiguous, ["0 of gpio-brcm", "1 of gpio-brcm"]),
  ])
  func refuses(
    chip: LinePlan.Chip, target: LinePlan.Target, kind: LineTrouble.Kind, words: [String]
  ) {
    let table = ChipTable(chips: [Self.header, Self.other])
    let trouble = Self.trouble {
      _ = try table.find(Self.plan(chip, target), line: 3)
    }
    #expect(trouble?.kind == kind)
    #expect(trouble?.line == 3)
    for word in ["erase", "GPIO17"] + words {
      #expect(trouble?.message.contains(word) == true, "\(word) in: \(trouble?.message ?? "")")
    }
  }

  /// The trouble that `body` throws; an issue where it throws none.
  private static func trouble(_ body: () throws -> Void) -> LineTrouble? {
    do {
      try body()
      Issue.record("no trouble")
      return nil
    } catch {
      return error as? LineTrouble
    }
  }

  /// Two chips of one label are never told apart by their order.
  @Test func twoChipsOfOneLabel() {
    let table = ChipTable(chips: [Self.header, Self.other, Self.twin])
    for target in [LinePlan.Target.offset(1), .name("GPIO17")] {
      let trouble = Self.trouble {
        _ = try table.find(Self.plan(.label("pinctrl-rp1"), target), line: 0)
      }
      #expect(trouble?.kind == .ambiguous)
      #expect(trouble?.message.contains("/dev/gpiochip0") == true)
      #expect(trouble?.message.contains("/dev/gpiochip2") == true)
    }
  }

  /// What cannot be opened may be the chip that is missing, so that is what is reported.
  @Test func deniedChip() {
    let skipped = ChipTable.Skipped(path: "/dev/gpiochip0", code: EACCES)
    let table = ChipTable(chips: [Self.other], skipped: [skipped])
    let trouble = Self.trouble {
      _ = try table.find(Self.plan(.label("pinctrl-rp1"), .offset(1)), line: 0)
    }
    #expect(trouble?.kind == .denied)
    #expect(trouble?.message.contains("/dev/gpiochip0") == true)
    // What helps depends on the file's owner, which PermissionTests look at.
    #expect(trouble?.message.contains("may not be opened; ") == true)
  }

  /// A chip that could not be opened because of a limit, or of a fault of its own, is not "not there".
  @Test(
    arguments: [
      (EMFILE, .failed, ["/dev/gpiochip0", "too many open files", "LimitNOFILE"]),
      (ENFILE, .failed, ["/dev/gpiochip0", "too many open files", "fs.file-max"]),
      (EIO, .unreadable, ["/dev/gpiochip0", "Input/output error", "pinctrl-rp1"]),
      (ENODEV, .unreadable, ["/dev/gpiochip0", "No such device", "pinctrl-rp1"]),
      (ENXIO, .unreadable, ["/dev/gpiochip0", "No such device", "pinctrl-rp1"]),
    ] as [(Int32, LineTrouble.Kind, [String])])
  func chipThatFailed(code: Int32, kind: LineTrouble.Kind, words: [String]) {
    let table = ChipTable(chips: [], skipped: [.init(path: "/dev/gpiochip0", code: code)])
    let trouble = Self.trouble {
      _ = try table.find(Self.plan(.label("pinctrl-rp1"), .offset(1)), line: 0)
    }
    #expect(trouble?.kind == kind)
    for word in words { #expect(trouble?.message.contains(word) == true, "\(word)") }
  }

  /// A chip whose file went while it was looked at is missing, and waited for.
  @Test func chipThatWent() {
    let table = ChipTable(chips: [], skipped: [.init(path: "/dev/gpiochip0", code: ENOENT)])
    let trouble = Self.trouble {
      _ = try table.find(Self.plan(.label("pinctrl-rp1"), .offset(1)), line: 0)
    }
    #expect(trouble?.kind == .missing)
  }

  @Test func scanOfAFolderWithoutChips() {
    #expect(ChipTable.scan(folder: "/proc/self", readsNames: true) == ChipTable(chips: []))
    let skipped = ChipTable.Skipped(path: "/nowhere", code: ENOENT)
    #expect(
      ChipTable.scan(folder: "/nowhere", readsNames: true)
        == ChipTable(chips: [], skipped: [skipped]))
  }
}

@Suite struct RefusalTests {
  private static func facts(_ consumer: String, isUsed: Bool = true) -> GpioChip.LineFacts {
    GpioChip.LineFacts(
      name: "", consumer: consumer, isUsed: isUsed, isOutput: false, isActiveLow: false,
      debounceMicroseconds: 0)
  }

  @Test(
    arguments: [
      (EBUSY, facts("spi0 CS0"), LineTrouble.Kind.busy, ["\"spi0 CS0\"", "dtparam=spi=off"]),
      (EBUSY, facts("sysfs"), .busy, ["unexport"]),
      (EBUSY, facts("gpiopress"), .busy, ["end the other gpiopress"]),
      (EBUSY, facts("", isUsed: false), .busy, ["interrupt"]),
      (EACCES, facts("", isUsed: false), .denied, ["owner and mode"]),
      (ENODEV, nil, .missing, ["waiting"]),
      (EIO, nil, .failed, ["Input/output error", "dmesg"]),
      (EMFILE, nil, .failed, ["too many open files", "LimitNOFILE"]),
      (ENFILE, nil, .failed, ["too many open files", "fs.file-max"]),
      (524, nil, .failed, ["not supported by the driver"]),
    ] as [(Int32, GpioChip.LineFacts?, LineTrouble.Kind, [String])])
  func text(code: Int32, holder: GpioChip.LineFacts?, kind: LineTrouble.Kind, words: [String]) {
    let plan = LinePlan(
      name: "erase", control: 0, chip: .any, target: .offset(17), pin: "GPIO17")
    let trouble = LineTrouble.refusal(
      code, of: plan, line: 2, place: "line 17 of chip", holder: holder)
    #expect(trouble.kind == kind)
    #expect(trouble.line == 2)
    for word in ["erase (GPIO17)", "line 17 of chip"] + words {
      #expect(trouble.message.contains(word), "\(word) in: \(trouble.message)")
    }
    #expect(!trouble.message.contains("\n"))
  }

  /// What is tried after which refusal: `E` edges, `B` bias, `D` the kernel's debounce.
  @Test(
    arguments: [
      (EINVAL, true, "EB E B -"),
      (ENXIO, true, "EB B"),
      (EOPNOTSUPP, true, "EB B"),
      (ENODEV, true, "EB B"),
      (ENODEV, false, "EB"),
      (EBUSY, true, "EB"),
      (EIO, true, "EB"),
    ] as [(Int32, Bool, String)])
  func ladder(code: Int32, isThere: Bool, tried: String) {
    let plan = LinePlan(name: "a", control: 0, chip: .any, target: .offset(1), pin: "x")
    var rungs = Grant.ladder(for: plan, isPolled: false)[...]
    var names: [String] = []
    while let grant = rungs.first {
      names.append((grant.hasEdges ? "E" : "") + (grant.hasBias ? "B" : ""))
      // Once it polls, EINVAL stands for a pull that is refused.
      rungs = Grant.after(
        grant.hasEdges ? code : code == EINVAL ? code : EBUSY, isThere: isThere, on: rungs)
    }
    #expect(names.map { $0.isEmpty ? "-" : $0 }.joined(separator: " ") == tried)
  }

  @Test func whatIsNotGrantedIsTold() {
    let plan = LinePlan(
      name: "a", control: 0, chip: .any, target: .offset(1), pin: "GPIO1",
      kernelDebounce: .milliseconds(1))
    let notes = Grant(hasDebounce: false, hasBias: false, hasEdges: false)
      .notes(for: plan, place: "line 1 of chip")
    #expect(notes.count == (GpioLibrary.hasDebounce ? 3 : 2))
    #expect(notes.contains { $0.contains("polled every 1ms") })
    #expect(notes.contains { $0.contains("resistor") })
    #expect(notes.contains { $0.contains("no kernel_debounce") } == GpioLibrary.hasDebounce)
    let granted = Grant(hasDebounce: true, hasBias: true, hasEdges: true)
    #expect(granted.notes(for: plan, place: "line 1 of chip").isEmpty)
    // A pull that is to be off is another matter than one that is to be on.
    var outside = plan
    outside.bias = .disabled
    let pulled = Grant(hasDebounce: true, hasBias: false, hasEdges: true)
      .notes(for: outside, place: "line 1 of chip")
    #expect(pulled.count == 1)
    #expect(pulled.allSatisfy { $0.contains("refuses to switch its pull off") })
  }
}

/// What the library cannot ask for is reported once, whatever lines it concerns.
@Suite struct LibraryNoteTests {
  @Test(
    arguments: [
      ([0, 1, 2], false, "b and 1 more: no kernel_debounce: libgpiod 1 cannot ask for it; "),
      ([0, 1], false, "b: no kernel_debounce: libgpiod 1 cannot ask for it; "),
      ([0], false, nil), ([], false, nil), ([0, 1, 2], true, nil),
    ] as [([Int], Bool, String?)])
  func isOne(lines: [Int], hasDebounce: Bool, note: String?) {
    let plans = [("a", 0), ("b", 1), ("c", 5)].map { name, debounce in
      LinePlan(
        name: name, control: 0, chip: .any, target: .offset(1), pin: "x",
        kernelDebounce: .milliseconds(Int64(debounce)))
    }
    #expect(
      Grant.note(for: lines, of: plans, hasDebounce: hasDebounce)
        == note.map { $0 + "the panel's own debounce does it all" })
  }
}

@Suite struct EdgeBatchTests {
  @Test func orderOfStamps() {
    var batch = EdgeBatch()
    for (stamp, line) in [(5, 0), (3, 1), (5, 2), (4, 3), (3, 4)] {
      batch.insert(
        EdgeBatch.Entry(stamp: Instant(nanoseconds: Int64(stamp)), line: line, isClosed: true))
    }
    #expect(batch.entries.map(\.line) == [1, 4, 3, 0, 2])
    _ = batch.popFirst()
    batch.insert(EdgeBatch.Entry(stamp: .ever, line: 5, isClosed: nil))
    batch.removeAll(of: 3)
    #expect(batch.entries.map(\.line) == [5, 4, 0, 2])
    #expect(batch.last(of: 2)?.stamp == Instant(nanoseconds: 5))
    #expect(batch.last(of: 1) == nil)
  }
}
