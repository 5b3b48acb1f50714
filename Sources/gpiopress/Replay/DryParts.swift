import ButtonController
import PanelFiles
import PanelHardware
import PanelOutputs

/// The parts of the daemon that do what events cause, all of them dry.
struct DryParts {
  private let keyboard: VirtualKeyboard
  private let actions: ActionRunner
  private let cues: CueShow

  init(_ panel: PanelFile, _ run: DryRun, log: @escaping (String) -> Void) {
    let outputs = ActionOutputs()
    keyboard = VirtualKeyboard(panel, dry: run, log: log)
    outputs.add(keyboard)
    outputs.add(DryPublisher(run))
    actions = ActionRunner(dry: run, perform: outputs.perform)
    cues = CueShow(panel, dry: run)
  }

  /// Adds them in the daemon's order.
  func add(to loop: PanelLoop) {
    loop.add(keyboard)
    loop.add(actions)
    loop.add(cues)
  }

  /// Whether something goes on that may lead to an event or is still to be reported.
  var isBusy: Bool { actions.isBusy || cues.isSounding }
}
