/// The cookie that identifies a session.
///
/// Browsers share cookies between the ports of a host, so the port is part of the name.
struct SessionCookie: Sendable {
    /// The port of the service.
    let port: UInt16

    /// The cookie's name.
    private var name: String { "leftoff_\(port)" }

    /// Returns the value of the Set-Cookie field that starts a session.
    func field(_ token: Token) -> String { "\(name)=\(token.text); HttpOnly; SameSite=Strict; Path=/" }

    /// Returns true if one of the Cookie fields contains the token.
    func isPresent(in fields: [String], token: Token) -> Bool {
        let prefix = name + "="
        return fields.flatMap { $0.split(separator: ";") }.contains { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(prefix) && token.matches(pair.dropFirst(prefix.count))
        }
    }
}
