import ButtonController
import PanelFiles

/// Why a program may not press.
public enum PressRefusal: Error, Equatable, Sendable {
  /// The line is none that can be pressed: a switch's, or a knob's contact.
  case noPush
  /// It is pressed already, by a finger or by a program, or its release has not settled yet.
  case isPressed
  /// The line is not there or does not count now.
  case unsound(LineHealth)
  /// It could confirm this control (itself, or a chord with it), which only a hand may do.
  case confirms(control: Int)
}

// Presses by programs: as real as those of fingers, but for what only a hand may confirm.
extension PanelLoop {
  /// Presses a line for a program, as if its contact had closed now; after `time` it releases by itself.
  ///
  /// While it is pressed so, its real level is not compared; an edge of its contact counts as ever,
  /// and one to open ends the press. The end comes at its instant, however late the loop is then. A
  /// confirm is for hands: a line that could complete one is refused unless the panel file has
  /// `remote: true` for it.
  @discardableResult
  public func press(line: Int, for time: TimeSpan? = nil) throws(PressRefusal) -> RemotePress {
    guard controller.isPressable(line: line) else { throw .noPush }
    if let control = confirmed(by: line) { throw .confirms(control: control) }
    let (at, now) = catchUp()
    let status = status(ofLine: line)
    guard status.health == .sound else { throw .unsound(status.health) }
    // So soon after a release it would be a bounce, and the two presses one.
    guard !status.isClosed, !status.isSettledClosed, !status.isPressedRemotely else {
      throw .isPressed
    }
    let until = time.map { at + $0 } ?? .never
    let press = remote.begin(
      line: line, control: panel.lines[line].control, at: at, until: until)
    report(line: line, isClosed: true, at: at, now)
    return press
  }

  /// Releases what a program presses; false where none does.
  @discardableResult public func release(line: Int) -> Bool {
    guard remote.isOpen(line) else { return false }
    let (at, now) = catchUp()
    // Its time may have been over.
    guard remote.isOpen(line) else { return true }
    remote.end(line, at: at)
    if controller.isClosed(line: line) {
      report(line: line, isClosed: false, at: at, now)
    } else {
      known.noteRemote(line)
    }
    return true
  }

  /// Releases what `press` has pressed, unless that is over.
  public func release(_ press: RemotePress) {
    if remote.isOpen(press) { release(line: press.line) }
  }

  /// Whether what `press` has pressed was released and has settled, so that it can be pressed again.
  public func isOver(_ press: RemotePress) -> Bool {
    !remote.isOpen(press) && !controller.isSettledClosed(line: press.line)
  }

  private func report(line: Int, isClosed: Bool, at instant: Instant, _ now: Instant) {
    revision += 1
    known.noteRemote(line)
    note(.edge(line: line, isClosed: isClosed, at: instant))
    controller.report(line: line, isClosed: isClosed, at: instant, known: now) {
      outbox.append(PanelEvent($0))
    }
  }

  /// Puts the ends of presses whose time is over among the edges, each at its instant.
  func takeRemoteEnds(_ now: Instant) {
    for (line, at) in remote.takeEnds(at: now) where lines.isOpen(line) {
      lines.batch.insert(EdgeBatch.Entry(stamp: at, line: line, isClosed: false))
    }
  }

  /// Takes in an edge that is about to be reported: one to open ends a program's press.
  func noteEdge(_ line: Int, isClosed: Bool, at instant: Instant) {
    remote.noteEdge(of: panel.lines[line].control, at: instant)
    guard !isClosed, remote.isOpen(line) else { return }
    remote.end(line, at: instant)
    // Its contact may be closed still, and open later: that is no repeat then.
    known.noteRemote(line)
  }

  /// Whether `event` came of a program's press.
  func isRemote(_ event: PanelEvent) -> Bool {
    guard panel.panel.controls.indices.contains(event.control) else { return false }
    var members: [Int] = []
    if case .chord(let chord) = panel.panel.controls[event.control].kind { members = chord.members }
    return remote.caused(event, members: members)
  }

  // MARK: What may be pressed

  /// The lines of a control that can be pressed: its contact or push, or a stick's directions.
  public func pressableLines(of control: Int) -> [Int] {
    controller.lines(of: control).filter(controller.isPressable)
  }

  /// The contact or push of a control, whose press is the control's; nil for none, as of a chord.
  public func pushLine(of control: Int) -> Int? {
    controller.lines(of: control).first(where: controller.isPush)
  }

  /// The control that a press of `line` could confirm though only a hand may; nil for none.
  private func confirmed(by line: Int) -> Int? {
    guard controller.isPush(line: line) else { return nil }
    let own = panel.lines[line].control
    return panel.panel.controls.indices.first { control in
      guard panel.panel.controls[control].gestures.confirm != nil,
        !panel.controls[control].allowsRemoteConfirm
      else { return false }
      if case .chord(let chord) = panel.panel.controls[control].kind {
        return chord.members.contains(own)
      }
      return control == own
    }
  }
}
