import ButtonController
import PanelFiles

/// A picture that a part of the loop asks for; the loop hands it to the controller.
///
/// `PanelLoop.show` gives it the loop's instant, so that no part has to know the time.
public enum LightRequest: Equatable, Sendable {
  /// An application's picture in place of the idle one, for so long; nil for until another is asked for.
  case remote(RemotePicture, for: TimeSpan?)
  /// An application's pixels by their numbers, for so long.
  case pixels([Colour], for: TimeSpan?)
  /// Ends the application's picture.
  case endRemote
  /// A command goes on.
  case working
  /// A command no longer goes on; nothing is shown of how it ended.
  case endWorking
  /// A command has said how far it is, 0…1.
  case progress(Double)
  /// A command says no longer how far it is.
  case endProgress
  /// A command has succeeded.
  case success
  /// A command has failed.
  case failure

  /// A picture by its words, for so long; nil for until another is asked for.
  public init(_ picture: RingPicture, for time: TimeSpan?) {
    self = picture.remote.map { .remote($0, for: time) } ?? .endRemote
  }
}

extension Controller {
  /// Shows `request` on one ring; a ring that is not there shows nothing.
  mutating func show(_ request: LightRequest, ring: Int, at now: Instant) {
    switch request {
    case .remote(let picture, let time):
      showRemote(ring: ring, picture, until: time.map { now + $0 } ?? .never, at: now)
    case .pixels(let colours, let time):
      colours.withUnsafeBufferPointer { pixels in
        showRemote(ring: ring, pixels: pixels, until: time.map { now + $0 } ?? .never, at: now)
      }
    case .endRemote: endRemote(ring: ring, at: now)
    case .working: showWorking(ring: ring, at: now)
    case .endWorking: endWorking(ring: ring, at: now)
    case .progress(let share): showProgress(ring: ring, share, at: now)
    case .endProgress: endProgress(ring: ring, at: now)
    case .success: showSuccess(ring: ring, at: now)
    case .failure: showFailure(ring: ring, at: now)
    }
  }
}
