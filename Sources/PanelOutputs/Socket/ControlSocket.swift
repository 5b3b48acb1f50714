import ButtonController
import CPanelLinux
import Glibc
import PanelFiles
import PanelHardware

/// The control socket: programs ask how the panel is, get its events, press, and light its rings.
///
/// One JSON object a line, in both directions (`docs/socket.md`). Nothing in it waits for a program:
/// what one sends and what waits for it is bounded, and a turn does a bounded part of it.
public final class ControlSocket: EventPart, LinePart {
  /// Loads the panel file once more; gives what is to be said of it, errors line by line.
  public typealias Reload = (_ loop: PanelLoop) -> [String]

  let version: String
  private let startedAt: Instant
  private let reloadPanel: Reload
  private var file: SocketFile?
  private(set) var clients: [SocketClient] = []
  private var slot = -1

  /// Why it is not where the panel file wants it; nil where it is.
  private var trouble: SocketTrouble?
  private var nextAttempt = Instant.never
  private var delay = ControlSocket.firstDelay
  /// Nobody is accepted before, as no descriptor was left; and whether that was said.
  private var acceptsFrom = Instant.ever
  private var saysFull = true
  /// Who has asked for a reload in this turn.
  private var pendingReload: (client: SocketClient, id: String?)?
  /// The client that is served first in the next turn, so that none is always last.
  private var nextClient = 0
  private var line: [UInt8] = []
  private var requestCount = 0
  var droppedCount = 0

  /// More get an answer that says so, and are closed.
  static let mostClients = 32
  /// Requests served in one turn, of all clients and of one.
  private static let mostRequests = 64
  private static let mostRequestsOfOne = 16
  /// The status of a large panel is as much work as many other requests.
  private static let statusCost = 8
  private static let mostAccepted = 8
  private static let firstDelay = TimeSpan.seconds(1)
  private static let longestDelay = TimeSpan.seconds(30)

  /// The socket of a program of `version` that has started at `startedAt`; `open` makes it.
  public init(version: String, startedAt: Instant, reload: @escaping Reload) {
    self.version = version
    self.startedAt = startedAt
    reloadPanel = reload
  }

  // MARK: The file

  /// Makes the socket of the first panel; throws only where another process listens there.
  ///
  /// Anything else that is wrong is said and tried again: the panel runs without it.
  public func open(in loop: PanelLoop) throws(SocketTrouble) {
    guard let wanted = loop.panel.outputs.socket else { return }
    attempt(wanted, loop)
    if let trouble, trouble.isHeld { throw trouble }
    if let trouble { say(trouble, loop) }
  }

  /// Tries to listen as the panel file says; what was listened to before is closed only then.
  private func attempt(_ wanted: Outputs.Socket, _ loop: PanelLoop) {
    // Its own file would be in the way.
    if let file, file.wanted.path == wanted.path { close() }
    do throws(SocketTrouble) {
      let new = try SocketFile(wanted)
      close()
      file = new
      trouble = nil
      nextAttempt = .never
      delay = ControlSocket.firstDelay
    } catch {
      trouble = error
      nextAttempt = loop.time() + delay
      delay = min(delay + delay, ControlSocket.longestDelay)
    }
  }

  private func close() { file = nil }

  private func say(_ trouble: SocketTrouble, _ loop: PanelLoop) {
    let before = file.map { "; \($0.wanted.path) stays until then" } ?? ""
    loop.log("\(trouble.message); it is tried again\(before)")
  }

  private func attemptIfDue(_ now: Instant, _ loop: PanelLoop) {
    guard nextAttempt <= now, let wanted = loop.panel.outputs.socket else { return }
    let before = trouble
    attempt(wanted, loop)
    if let trouble {
      if trouble != before { say(trouble, loop) }
    } else {
      loop.log("outputs.socket: \(wanted.path): listening")
    }
  }

  // MARK: In the loop

  /// Whoever connects, and what is read and written.
  public func addDescriptors(to set: inout PollSet) {
    slot = -1
    if let file, acceptsFrom == .ever { slot = set.add(reading: file.raw) }
    for client in clients {
      client.writeSlot = client.writer.addDescriptors(to: &set)
      client.readSlot = client.takesInput ? client.addReading(to: &set) : -1
    }
  }

  /// The next attempt to listen, and requests that a turn has left over.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    var next = nextAttempt
    if acceptsFrom > .ever { next = min(next, acceptsFrom) }
    for client in clients {
      if let leavesBy = client.leavesBy { next = min(next, leavesBy) }
      if let retry = client.writer.nextDeadline { next = min(next, retry) }
      if client.hasRequest || client.mustLetGo { return loop.time() }
    }
    next = min(next, nextFrame(in: loop))
    return next == .never ? nil : next
  }

  /// Sends an event to those who want it.
  public func take(_ event: PanelEvent, in loop: PanelLoop) {
    guard !clients.isEmpty, clients.contains(where: { $0.selection != .none }) else { return }
    let name = loop.controlName(of: event)
    line.removeAll(keepingCapacity: true)
    loop.appendLine(of: event, to: &line)
    for client in clients where client.wantsEvents(of: name) {
      if client.send(line, at: loop.time()) { continue }
      droppedCount += 1
      client.leave(SocketAnswer.tooSlow, at: loop.time())
      loop.log("outputs.socket: \(client.name) reads its events too slowly and is disconnected")
    }
  }

  /// Accepts, serves and releases; each for a bounded time.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    attemptIfDue(now, loop)
    if clients.isEmpty { return accept(set, now, loop) }
    for client in clients {
      // What it has sent is served, even if it did not wait for the answer.
      if set.isReady(client.readSlot) || set.hasFailed(client.writeSlot) { client.receive() }
      client.writer.serve(set, slot: client.writeSlot, now: now)
    }
    serveRequests(loop)
    // Behind them, so that who was here is served first.
    accept(set, now, loop)
    reloadIfAsked(loop)
    sendFrames(now, loop)
    letGo(now, loop)
  }

  private func accept(_ set: PollSet, _ now: Instant, _ loop: PanelLoop) {
    if acceptsFrom <= now { acceptsFrom = .ever }
    guard let file, set.isReady(slot) else { return }
    for _ in 0..<ControlSocket.mostAccepted {
      let (descriptor, process) = file.accept()
      if descriptor >= 0 {
        saysFull = true
        let client = SocketClient(owning: descriptor, process: process)
        if clients.count >= ControlSocket.mostClients {
          client.leave(SocketAnswer.tooMany, at: now)
          continue
        }
        clients.append(client)
      } else if descriptor == -EMFILE || descriptor == -ENFILE || descriptor == -ENOMEM {
        // It would be ready at once again, for as long as nothing is closed.
        acceptsFrom = now + ControlSocket.firstDelay
        let error = SystemError(-descriptor, "outputs.socket: cannot accept a connection")
        if saysFull { loop.log("\(error)") }
        saysFull = false
        return
      } else if descriptor != -ECONNABORTED, descriptor != -EINTR {
        return
      }
    }
  }

  private func serveRequests(_ loop: PanelLoop) {
    var left = ControlSocket.mostRequests
    let first = clients.isEmpty ? 0 : nextClient % clients.count
    for client in clients[first...] + clients[..<first] {
      var ofThis = ControlSocket.mostRequestsOfOne
      while left > 0, ofThis > 0, pendingReload == nil, client.hasRequest,
        let line = client.takeLine()
      {
        requestCount += 1
        let cost = serve(line, of: client, loop)
        left -= cost
        ofThis -= cost
      }
    }
    nextClient += 1
  }

  /// Serves one line; gives how much of a turn's work that was.
  private func serve(
    _ line: SocketClient.Line, of client: SocketClient, _ loop: PanelLoop
  ) -> Int {
    guard case .request(let bytes) = line else {
      client.answer(SocketAnswer.tooLong, at: loop.time())
      return 1
    }
    // A long line is as much work as many short ones.
    let cost = 1 + bytes.count >> 10
    do throws(RequestFault) {
      let request = try Request(line: bytes)
      if request.content == .reload, !loop.isEnding {
        pendingReload = (client, request.id)
        return cost
      }
      if request.content == .record(true), !loop.isEnding {
        record(for: client, id: request.id, loop)
        return cost
      }
      let status = StatusSource(version: version, startedAt: startedAt)
      let answer = RequestServer(loop: loop, client: client, status: status).serve(request)
      if request.content == .record(false) { stopRecording(of: client, loop) }
      client.answer(answer, at: loop.time())
      return request.content == .status ? cost + ControlSocket.statusCost : cost
    } catch {
      client.answer(SocketAnswer.fault(error), at: loop.time())
      return cost
    }
  }

  /// Outside of the walk through the clients: the new panel may let some of them go.
  private func reloadIfAsked(_ loop: PanelLoop) {
    guard let (client, id) = pendingReload else { return }
    pendingReload = nil
    let before = loop.counts.reloads
    let lines = reloadPanel(loop)
    for line in lines { loop.log(line) }
    let answer =
      loop.counts.reloads > before
      ? SocketAnswer.ok(id: id)
      : SocketAnswer.error(lines.joined(separator: "; "), .failed, id: id)
    client.answer(answer, at: loop.time())
  }

  private func letGo(_ now: Instant, _ loop: PanelLoop) {
    for client in clients { client.endPresses(loop) }
    clients.removeAll { $0.isOver(at: now) }
  }

  /// The panel was reloaded: its socket may be elsewhere, or for others.
  public func reload(in loop: PanelLoop) {
    endRecordings(loop)
    let wanted = loop.panel.outputs.socket
    let old = file?.wanted
    for client in clients {
      client.forgetPresses()
      if client.frames != nil { client.frames = SocketFrames(loop.panel) }
    }
    guard let wanted else {
      close()
      trouble = nil
      nextAttempt = .never
      return leaveAll("the panel has no control socket any more", loop)
    }
    delay = ControlSocket.firstDelay
    if wanted == old, file?.isInPlace == true { return }
    attempt(wanted, loop)
    if let trouble { say(trouble, loop) }
    if let old, old.group != wanted.group {
      leaveAll("the control socket is for another group now; connect again", loop)
    }
  }

  private func leaveAll(_ why: String, _ loop: PanelLoop) {
    let line = SocketAnswer.error(why, .unavailable, id: nil)
    for client in clients { client.leave(line, at: loop.time()) }
  }

  /// The end: nobody gets in any more; who is connected gets the last events.
  public func stop(in loop: PanelLoop) {
    close()
    trouble = nil
    nextAttempt = .never
  }

  /// Whether it listens, and to how many.
  public func report(to status: inout LoopStatus, in loop: PanelLoop) {
    guard loop.panel.outputs.socket != nil || file != nil else { return }
    let counts = [
      OutputStatus.Count("clients", clients.count), OutputStatus.Count("requests", requestCount),
      OutputStatus.Count("dropped", droppedCount),
    ]
    status.outputs.append(
      OutputStatus(
        "socket", trouble == nil ? .working : .waiting, detail: trouble?.message, counts: counts))
  }
}
