import PanelFiles
import PanelHardware

/// Pins that belong to something else than lines: to a bus that is switched on, or to whatever the kernel
/// has given them to.
///
/// To the GPIO layer they are free, and to request one as a line takes it off its bus.
struct PinOwners {
  private var buses: [String: String] = [:]
  private let mux: PinMux
  private let profile: BoardProfile?

  /// Those of `machine`; nothing is known of buses without a profile.
  init(of profile: BoardProfile?, _ machine: MachineRoot) {
    self.profile = profile
    mux = PinMux(machine)
    for bus in profile?.spi ?? [] {
      guard let device = bus.device, machine.exists(device) else { continue }
      add([bus.mosi, bus.miso, bus.clock] + bus.select, device)
    }
    for bus in profile?.i2c ?? [] {
      guard let device = bus.device, machine.exists(device) else { continue }
      add([bus.data, bus.clock], device)
    }
  }

  private mutating func add(_ pins: [String?], _ device: String) {
    for case .some(let pin) in pins { buses[pin] = device }
  }

  /// Whose a pin is; nil where it is nobody's, as far as that is known.
  func owner(of pin: BoardProfile.Pin) -> String? {
    guard let chip = pin.chip, let line = pin.line else { return buses[pin.position] }
    return mux.owner(chip: chip, line: line) ?? buses[pin.position]
  }

  /// Whose the pin of a panel's line is.
  func owner(of plan: LinePlan) -> String? {
    guard let profile, let pin = HeaderUses.pin(of: plan, on: profile) else { return nil }
    return owner(of: pin)
  }
}
