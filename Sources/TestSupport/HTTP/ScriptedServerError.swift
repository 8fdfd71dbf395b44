/// An error of a ``ScriptedServer``.
package enum ScriptedServerError: Error, CustomStringConvertible {
    /// A socket call failed with an `errno`.
    case socket(call: String, code: Int32)

    /// The client closed its end, or the server was stopped.
    case connectionEnded

    /// A wait has timed out.
    case timedOut(what: String)

    package var description: String {
        switch self {
        case .socket(let call, let code): "scripted server: \(call): error \(code)"
        case .connectionEnded: "scripted server: the connection has ended"
        case .timedOut(let what): "scripted server: waited too long for \(what)"
        }
    }
}
