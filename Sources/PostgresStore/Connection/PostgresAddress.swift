import Foundation

/// The address of a database: a connection URI or a list of keywords and values, as libpq reads it.
package struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address as the user wrote it, which may contain a password.
    package let text: String

    /// Creates an address.
    ///
    /// - Parameter text: For example `postgresql://ada@db.example/queue?sslmode=verify-full` (PostgreSQL, section
    ///   34.1.1.2).
    package init(_ text: String) {
        self.text = text
    }

    /// The parameters whose values are shown.
    ///
    /// Any other one may be a misspelled `password`.
    private static let shown: Set<String> = [
        "application_name", "channel_binding", "client_encoding", "connect_timeout", "dbname", "gssencmode", "host",
        "hostaddr", "keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval", "krbsrvname",
        "load_balance_attempts", "load_balance_hosts", "options", "port", "requirepeer", "service", "sslcert", "sslcrl",
        "sslmode", "sslrootcert", "sslsni", "target_session_attrs", "tcp_user_timeout", "user",
    ]

    /// The address without passwords.
    package var description: String {
        guard let scheme = text.range(of: "://") else { return Self.withoutSecrets(text, separator: " ") }
        let rest = text[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        // A password may contain an unescaped "/" or "?" by mistake; the last "@" then ends it.
        let at = rest[..<end].lastIndex(of: "@") ?? rest.lastIndex(of: "@")
        var result = String(text[..<scheme.upperBound])
        if let at {
            result += rest[..<at].prefix { $0 != ":" }
            result += rest[at...]
        } else {
            result += rest
        }
        guard let query = result.firstIndex(of: "?") else { return result }
        return result[...query] + Self.withoutSecrets(String(result[result.index(after: query)...]), separator: "&")
    }

    private static func withoutSecrets(_ list: String, separator: Character) -> String {
        list.split(separator: separator, omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }.lowercased()
            return shown.contains(name) || name.count == pair.count ? String(pair) : "\(name)=…"
        }.joined(separator: String(separator))
    }
}
