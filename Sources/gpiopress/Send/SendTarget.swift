import Glibc
import PanelFiles
import PanelHardware

/// Which socket `send` speaks to: that of a panel file, or the one that is named.
enum SendTarget {
  static func socket(of path: String) throws(Failure) -> String {
    var kind = stat()
    guard stat(path, &kind) == 0 else {
      let isPanel = [".yaml", ".yml", ".json"].contains { path.hasSuffix($0) }
      if errno == ENOENT, !isPanel { throw SendTarget.nobody(at: path, "there is no such file") }
      return try socket(ofPanel: path)
    }
    return kind.st_mode & S_IFMT == S_IFSOCK ? path : try socket(ofPanel: path)
  }

  private static func socket(ofPanel path: String) throws(Failure) -> String {
    let panel: PanelFile
    do throws(Failure) { panel = try Load.panel(path, for: .draw) } catch {
      if error.code != .badConfiguration { throw error }
      let hint = "gpiopress: send: the panel file is wrong now; name the socket instead"
      throw Failure(error.code, error.lines + [hint])
    }
    guard let socket = panel.outputs.socket else {
      throw Failure(
        .badConfiguration,
        "\(path): the panel has no control socket; add outputs: {socket: /run/…} and reload it")
    }
    return socket.path
  }

  /// Nobody listens at `path`.
  static func nobody(
    at path: String, _ why: String, for command: String = "send"
  ) -> Failure {
    Failure(
      .unavailable,
      "gpiopress: \(command): nobody listens at \(path): \(why); is gpiopress run with this panel started?"
    )
  }

  /// It could not be connected, for this errno.
  static func failure(at path: String, _ code: Int32, for command: String) -> Failure {
    switch code {
    case ENOENT: return nobody(at: path, "there is no such file", for: command)
    case ECONNREFUSED: return nobody(at: path, "whoever did has ended", for: command)
    case EACCES, EPERM:
      return Failure(
        .permission,
        "gpiopress: \(command): \(path): user \(geteuid()) may not speak to it\(groupHint(of: path))"
      )
    default:
      return Failure(.system, "gpiopress: \(command): \(path): \(ErrorNumber.text(of: code))")
    }
  }

  private static func groupHint(of path: String) -> String {
    var kind = stat()
    guard stat(path, &kind) == 0 else { return "" }
    let group = getgrgid(kind.st_gid).flatMap { $0.pointee.gr_name.map { String(cString: $0) } }
    let name = group ?? "\(kind.st_gid)"
    return "; its group \(name) may: sudo usermod -aG \(name) YOU, and log in again"
  }
}
