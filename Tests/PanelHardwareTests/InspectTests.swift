import ButtonController
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware

/// What is read of a machine's files, and what lines do without a panel's loop.
@Suite struct InspectTests {
  private static let files = [
    "/etc/passwd": "root:x:0:0::/root:/bin/sh\npi:x:1000:1000::/home/pi:/bin/sh\nbroken\n:::\n",
    "/etc/group": "gpio:x:997:pi,ann\nspi:x:998:ann\npi:x:1000:\nbroken\n",
  ]

  @Test func usersHaveAllTheirGroups() throws {
    let machine = try MadeUpMachine(Self.files)
    let accounts = Accounts(machine.root)
    #expect(
      accounts.user(named: "pi") == Account(name: "pi", id: 1000, groups: [1000, 997]))
    #expect(accounts.user(named: "ann") == nil)
    #expect(accounts.user(named: "broken") == nil)
    #expect(accounts.groupName(998) == "spi")
    #expect(accounts.userName(1000) == "pi")
    #expect(accounts.isMember("ann", ofGroup: 998))
    #expect(!accounts.isMember("pi", ofGroup: 998))
  }

  @Test(
    arguments: [
      (0o660, 0, 997, true), (0o660, 0, 1, false), (0o600, 1000, 1, true),
      (0o066, 1000, 997, false), (0o606, 0, 997, false), (0o666, 0, 1, true),
      (0o440, 0, 997, false),
    ] as [(UInt32, UInt32, UInt32, Bool)])
  func rights(mode: UInt32, owner: UInt32, group: UInt32, may: Bool) {
    let account = Account(name: "pi", id: 1000, groups: [1000, 997])
    #expect(FileRights(owner: owner, group: group, mode: mode).allowUse(by: account) == may)
    let root = Account(name: "root", id: 0, groups: [0])
    #expect(FileRights(owner: owner, group: group, mode: mode).allowUse(by: root))
  }

  @Test(
    arguments: [
      (
        "pin 2 (gpio2): 1f00074000.i2c (GPIO UNCLAIMED) function i2c1 group gpio2",
        "1f00074000.i2c (i2c1)"
      ),
      ("pin 2 (gpio2): (MUX UNCLAIMED) (GPIO UNCLAIMED)", nil),
      ("pin 2 (gpio2): (MUX UNCLAIMED) pinctrl-rp1:571", nil),
      ("pin 2 (gpio2): fe20c000.pwm", "fe20c000.pwm"), ("pin 2", nil), ("", nil), (":", nil),
    ] as [(String, String?)])
  func ownersOfPins(row: String, owner: String?) {
    #expect(PinMux.owner(in: row[...]) == owner)
  }

  @Test func aMachineWithoutFiles() throws {
    let machine = try MadeUpMachine()
    #expect(SupplyVoltage.read(machine.root) == nil)
    #expect(LineHolders(machine.root).holders(ofLine: 1, chip: "/dev/gpiochip0").isEmpty)
    #expect(PinMux(machine.root).owner(chip: "pinctrl-rp1", line: 17) == nil)
    #expect(Container.name(machine.root, nil) == nil)
    #expect(Accounts(machine.root).user(named: "gpiopress") == nil)
  }

  @Test func workThatEndsInTimeAndWorkThatDoesNot() throws {
    #expect(try TimeLimit.run(.seconds(30)) { 42 } == 42)
    let never = Monitor()
    let result = try TimeLimit.run(.milliseconds(1)) {
      // Until the test is over.
      never.locked { _ = never.wait(until: MonotonicClock.now() + .milliseconds(200)) }
      return 1
    }
    #expect(result == nil)
  }

  // MARK: The listener

  private static func plans(_ chips: [String]) -> [LinePlan] {
    chips.map { LinePlan(name: $0, control: 0, chip: .label($0), target: .offset(0), pin: $0) }
  }

  @Test func edgesComeInTheirOrderAndLinesGo() throws {
    let memory = MemoryLines(lineCount: 3)
    let clock = SteppedClock(.zero + .seconds(5))
    let listener = LineListener(
      plans: Self.plans(["a", "b", "c"]), hardware: memory, clock: clock)
    #expect(listener.open(except: [2]).troubles.isEmpty)
    #expect(listener.openLines == [0, 1])
    #expect(listener.linesWithEdges == [0, 1])
    memory.set(1, isClosed: true, at: .zero + .seconds(3))
    memory.set(0, isClosed: true, at: .zero + .seconds(2))
    var arrival = try listener.wait(until: .zero + .seconds(6), others: [])
    #expect(arrival.entries.map(\.line) == [0, 1])
    memory.setSilently(1, isClosed: false)
    listener.readLevels()
    #expect(listener.levels == [true, false, false])
    memory.unplug("b")
    arrival = try listener.wait(until: .zero + .seconds(6), others: [])
    #expect(arrival.gone == [1])
    #expect(listener.openLines == [0])
    listener.close()
    #expect(listener.openLines.isEmpty)
  }

  @Test func linesWithoutEdgesArePolled() throws {
    let memory = MemoryLines(
      lineCount: 1, behaviour: .init(pollPeriod: .milliseconds(1)))
    let clock = SteppedClock(.zero + .seconds(5))
    let listener = LineListener(plans: Self.plans(["a"]), hardware: memory, clock: clock)
    _ = listener.open()
    #expect(listener.isPolling)
    #expect(listener.linesWithEdges.isEmpty)
    memory.setSilently(0, isClosed: true)
    // What is polled is not read beside that, or its change would be nobody's.
    listener.readLevels(withPolled: false)
    let arrival = try listener.wait(until: .never, others: [])
    #expect(arrival.entries.map(\.isClosed) == [true])
  }
}
