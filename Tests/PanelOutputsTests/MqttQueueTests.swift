import ButtonController
import EngineTestKit
import PanelHardware
import Testing

@testable import PanelOutputs

@Suite struct MqttBackoffTests {
  @Test(arguments: [1, 2, 3, 42] as [UInt64])
  func waitsGrowFromOneSecondToAMinute(_ seed: UInt64) {
    var backoff = Backoff(random: SeededGenerator(seed: seed))
    var waits: [TimeSpan] = []
    for _ in 0..<200 { waits.append(backoff.next()) }
    #expect(waits.allSatisfy { $0 >= .seconds(1) && $0 <= .seconds(60) }, "seed \(seed)")
    #expect(waits[0] <= .seconds(3), "seed \(seed)")
    #expect(waits.contains { $0 > .seconds(30) }, "seed \(seed)")
    backoff.reset()
    #expect(backoff.next() <= .seconds(3), "seed \(seed)")
  }

  @Test func neighboursDoNotKeepStep() {
    let firsts = (0..<100).map { seed in
      var backoff = Backoff(random: SeededGenerator(seed: UInt64(seed)))
      return backoff.next().nanoseconds / 1_000_000
    }
    #expect(Set(firsts).count > 90)
  }
}

@Suite struct MqttKeepAliveTests {
  @Test func asksOnceASilentMinuteAndGivesUpWithoutAnAnswer() {
    var keepAlive = KeepAlive(from: .zero)
    #expect(keepAlive.deadline == .seconds(61))
    #expect(keepAlive.duty(at: .seconds(60)) == .nothing)
    #expect(keepAlive.duty(at: .seconds(61)) == .ask)
    keepAlive.noteAsked(true, at: .seconds(61))
    #expect(keepAlive.deadline == .seconds(71))
    var silent = keepAlive
    #expect(silent.duty(at: .seconds(71)) == .giveUp)
    keepAlive.noteIn(at: .seconds(62))
    #expect(keepAlive.deadline == .seconds(122))
    silent = keepAlive
    #expect(silent.duty(at: .seconds(121)) == .nothing)
  }

  /// What goes out alone proves nothing of the broker, and what comes in alone nothing of us.
  @Test func bothDirectionsCount() {
    var keepAlive = KeepAlive(from: .zero)
    keepAlive.noteOut(at: .seconds(50))
    #expect(keepAlive.deadline == .seconds(61))
    keepAlive.noteIn(at: .seconds(55))
    #expect(keepAlive.deadline == .seconds(111))
  }

  @Test func aLibraryThatFindsNothingToDoIsAskedAgainASecondLater() {
    var keepAlive = KeepAlive(from: .zero)
    keepAlive.noteAsked(false, at: .seconds(61))
    #expect(keepAlive.deadline == .seconds(62))
  }

  @Test func theBrokersOwnPeriodCounts() {
    var keepAlive = KeepAlive(from: .zero)
    keepAlive.use(.seconds(10))
    #expect(keepAlive.deadline == .seconds(11))
  }
}

@Suite struct MqttOutboxTests {
  private func gesture(_ text: String) -> MqttMessage { MqttMessage(topic: "e", text: text) }

  private func texts(_ outbox: inout MqttOutbox, at now: Instant) -> [String] {
    var texts: [String] = []
    var number = 100
    while let message = outbox.next(at: now) {
      number += 1
      outbox.noteSent(number, at: now)
      texts.append("\(message.topic)=\(String(decoding: message.payload, as: UTF8.self))")
      _ = outbox.noteAcknowledged(number)
    }
    return texts
  }

  @Test func gesturesOlderThanTwoSecondsAreNotSent() {
    var outbox = MqttOutbox()
    outbox.add(gesture("old"), at: .zero)
    outbox.add(gesture("just"), at: .milliseconds(1000))
    outbox.add(gesture("young"), at: .milliseconds(2500))
    #expect(texts(&outbox, at: .milliseconds(3000)) == ["e=just", "e=young"])
    #expect(outbox.dropped == 1)
    #expect(outbox.isEmpty)
  }

  /// An hour without a broker, a press each 100 ms: it costs no memory.
  @Test func anHourAwayIsBounded() {
    var outbox = MqttOutbox()
    var now = Instant.zero
    for number in 0..<36_000 {
      outbox.add(gesture("\(number)"), at: now)
      outbox.keep(MqttMessage(topic: "s\(number % 3)", text: "\(number)", isRetained: true))
      now = now + .milliseconds(100)
      #expect(outbox.gestureCount <= MqttOutbox.mostWaiting)
    }
    #expect(outbox.gestureCount <= 21)
    let sent = texts(&outbox, at: now)
    #expect(sent.suffix(3) == ["s0=35997", "s1=35998", "s2=35999"])
    #expect(sent.filter { $0.hasPrefix("e=") }.count + outbox.dropped == 36_000)
  }

  @Test func aBurstWithoutABrokerKeepsTheNewest() {
    var outbox = MqttOutbox()
    for number in 0..<300 { outbox.add(gesture("\(number)"), at: .zero) }
    #expect(outbox.gestureCount == 256)
    #expect(outbox.dropped == 44)
    #expect(texts(&outbox, at: .zero).first == "e=44")
  }

  @Test func onlySoManyAreOnTheirWay() {
    var outbox = MqttOutbox()
    for number in 0..<40 { outbox.add(gesture("\(number)"), at: .zero) }
    var sent = 0
    while outbox.next(at: .zero) != nil {
      sent += 1
      outbox.noteSent(sent, at: .zero)
    }
    #expect(sent == MqttOutbox.window)
    _ = outbox.noteAcknowledged(1)
    #expect(outbox.next(at: .zero) == gesture("16"))
  }

  /// What was on its way when the connection broke may not have arrived: it goes again while it is
  /// young, before what came later.
  @Test func whatWasOnItsWayGoesAgain() {
    var outbox = MqttOutbox()
    outbox.keep(MqttMessage(topic: "s", text: "1", isRetained: true))
    outbox.add(gesture("1"), at: .zero)
    outbox.add(gesture("2"), at: .seconds(1))
    for number in 1...3 {
      #expect(outbox.next(at: .seconds(1)) != nil)
      outbox.noteSent(number, at: .seconds(1))
    }
    outbox.noteLost()
    outbox.add(gesture("3"), at: .seconds(2))
    #expect(texts(&outbox, at: .milliseconds(2500)) == ["e=2", "e=3", "s=1"])
  }

  @Test func aStateIsSentOnceAndTheLatestOnly() {
    var outbox = MqttOutbox()
    for text in ["1", "2", "2"] {
      outbox.keep(MqttMessage(topic: "s", text: text, isRetained: true))
    }
    #expect(texts(&outbox, at: .zero) == ["s=2"])
    outbox.keep(MqttMessage(topic: "s", text: "2", isRetained: true))
    #expect(outbox.next(at: .zero) == nil)
    outbox.keep(MqttMessage(topic: "s", text: "2", isRetained: true), isNews: true)
    #expect(texts(&outbox, at: .zero) == ["s=2"])
    outbox.renew([])
    #expect(texts(&outbox, at: .zero) == ["s=2"])
  }

  @Test func whatIsClearedIsForgotten() {
    var outbox = MqttOutbox()
    outbox.clear("s")
    #expect(!outbox.keeps("s"))
    #expect(texts(&outbox, at: .zero) == ["s="])
    outbox.renew([])
    #expect(outbox.next(at: .zero) == nil)
  }

  @Test func aSleepMakesWhatWaitsOld() {
    var outbox = MqttOutbox()
    outbox.add(gesture("1"), at: .zero)
    outbox.noteSent(1, at: .zero)
    outbox.add(gesture("2"), at: .zero)
    outbox.dropGestures()
    outbox.noteLost()
    #expect(outbox.next(at: .zero) == nil)
    #expect(outbox.dropped == 1)
  }
}
