import PanelFiles

/// Answers to requests: one line each.
enum SocketAnswer {
  /// What kind of error it is, for programs.
  enum Code: String, CaseIterable {
    /// The line is no request: its text has to be changed.
    case badRequest = "bad_request"
    /// There is no control, line or ring of that name.
    case notFound = "not_found"
    /// It is not allowed, or makes no sense now.
    case refused
    /// It cannot be done now; later it may.
    case unavailable
    /// It was tried and went wrong.
    case failed
  }

  /// It was done.
  static func ok(id: String?) -> [UInt8] { begin(id: id).line }

  /// The beginning of an answer that says more.
  static func begin(id: String?) -> JSONBuilder {
    var answer = JSONBuilder()
    if let id { answer.add(json: "id", id) }
    answer.add("ok", true)
    return answer
  }

  /// It was not done, and why.
  static func error(_ message: String, _ code: Code, id: String?) -> [UInt8] {
    var answer = JSONBuilder()
    if let id { answer.add(json: "id", id) }
    answer.add("error", message)
    answer.add("code", code.rawValue)
    return answer.line
  }

  static func fault(_ fault: RequestFault) -> [UInt8] {
    error(fault.message, .badRequest, id: fault.id)
  }

  static let tooLong = error(
    "longer than the \(Request.longestLine) bytes of a request; end each with a line feed",
    .badRequest, id: nil)

  static let tooMany = error(
    "\(ControlSocket.mostClients) programs are connected already; close one, or use one connection "
      + "for several requests", .unavailable, id: nil)

  static let tooSlow = error(
    "events were not read in time and some are lost; read without pause, and connect again",
    .unavailable, id: nil)
}
