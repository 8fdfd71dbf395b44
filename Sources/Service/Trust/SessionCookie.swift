/// The cookie that identifies a session.
///
/// Browsers share cookies between the ports of a host, so the port is part of the name, and the cookie alone gives
/// access to nothing private.
struct SessionCookie: Sendable {
    /// The port of the service.
    let port: UInt16

    /// The attributes of the cookie (RFC 6265, section 4.1.2).
    private static let attributes = "HttpOnly; SameSite=Strict; Path=/"

    /// The cookie's name.
    private var name: String { "leftoff_\(port)" }

    /// The value of the Set-Cookie field that deletes the cookie.
    var deletion: String { "\(name)=; Max-Age=0; \(Self.attributes)" }

    /// Returns the value of the Set-Cookie field that sets the cookie.
    ///
    /// - Parameter token: The value, which must not be one of the service's tokens.
    /// - Returns: The value of the field.
    func field(_ token: Token) -> String {
        "\(name)=\(token.text); Max-Age=\(Int(Session.lifetime)); \(Self.attributes)"
    }

    /// Returns the values of the cookie in Cookie fields.
    ///
    /// There can be several, because other ports can set cookies of the same name with other paths.
    func values(in fields: [String]) -> [Substring] {
        let prefix = name + "="
        return fields.flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(prefix) ? pair.dropFirst(prefix.count) : nil
        }
    }
}
