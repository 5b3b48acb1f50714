import Foundation
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware

/// `priority:` at the start and at reloads, and what threads take of memory that is locked.
@Suite struct PriorityTests {
  /// What was asked of the system, and what it answers.
  private final class System {
    var asked: [Int?] = []
    var refusal: SystemError?
    var said: [String] = []

    func part(_ panel: PanelFile) -> PriorityPart {
      PriorityPart(
        panel,
        setter: {
          self.asked.append($0)
          return self.refusal
        }, log: { self.said.append($0) })
    }
  }

  private func panel(_ priority: Int?) -> PanelFile {
    var panel = Bench.panel([.tap])
    panel.priority = priority
    return panel
  }

  private func loop(_ panel: PanelFile, _ part: PriorityPart) -> PanelLoop {
    let lines = MemoryLines(lineCount: panel.lines.count)
    let loop = PanelLoop(panel: panel, hardware: lines, clock: SteppedClock()) { _ in }
    loop.add(part)
    _ = loop.start()
    return loop
  }

  @Test func isChangedAddedAndTakenAwayByAReload() {
    let system = System()
    let loop = loop(panel(10), system.part(panel(10)))
    #expect(system.asked == [10])
    loop.reload(panel(10))
    #expect(system.asked == [10])
    loop.reload(panel(20))
    loop.reload(panel(nil))
    loop.reload(panel(nil))
    loop.reload(panel(30))
    #expect(system.asked == [10, 20, nil, 30])
    #expect(system.said.isEmpty)
  }

  @Test func nothingIsAskedWhereNothingIsWanted() {
    let system = System()
    _ = system.part(panel(nil))
    #expect(system.asked.isEmpty)
  }

  @Test func aRefusalIsSaidAndTriedAgainAtAReload() {
    let system = System()
    system.refusal = SystemError(EPERM, "set real-time priority")
    let loop = loop(panel(10), system.part(panel(10)))
    #expect(system.said.count == 1)
    #expect(system.said.first?.hasPrefix("priority 10: ") == true)
    system.refusal = nil
    loop.reload(panel(10))
    #expect(system.asked == [10, 10])
    #expect(system.said.count == 1)
  }

  /// Locked memory counts whole stacks, and the usual ones have 8 MB.
  @Test(.disabled(if: Sanitizer.isPresent, "it gives threads larger stacks"))
  func stacksAreSmall() throws {
    // Not imported: a function of GNU's own.
    typealias Attributes =
      @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
    let address = try #require(dlsym(nil, "pthread_getattr_np"))
    let attributesOf = unsafeBitCast(address, to: Attributes.self)
    let size = try Self.onThread { () -> Int in
      var attributes = pthread_attr_t()
      guard attributesOf(pthread_self(), &attributes) == 0 else { return 0 }
      defer { pthread_attr_destroy(&attributes) }
      var size = 0
      pthread_attr_getstacksize(&attributes, &size)
      return size
    }
    #expect(size > 0 && size <= 128 * 1024)
  }

  /// What `body` gives on a thread of the program's own kind.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) throws -> Value {
    let answer = Answer<Value>()
    try DetachedThread.start { answer.give(body()) }
    return try #require(answer.take())
  }
}

/// What a thread gives back, once.
private final class Answer<Value>: @unchecked Sendable {
  private var value: Value?
  private let done = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    self.value = value
    done.signal()
  }

  func take() -> Value? {
    done.wait()
    return value
  }
}
