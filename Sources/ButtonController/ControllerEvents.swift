/// Events as a value, for tests and other places where nothing is in a hurry.
extension Controller {
  /// The events of what `body` does with the controller, in the order of their decision.
  ///
  ///     let events = controller.events { $0.advance(to: later, known: later, $1) }
  ///
  /// `body` hands the sink on to each call. Allocates the array, which the calls themselves never do.
  public mutating func events(
    _ body: (_ controller: inout Controller, _ sink: Sink) -> Void
  ) -> [Event] {
    var events: [Event] = []
    body(&self) { events.append($0) }
    return events
  }
}
