/// A request as ``ScriptedServer`` received it.
package struct ScriptedRequest: Sendable {
    /// A header field as it was sent.
    package struct Field: Sendable, Hashable {
        /// The field's name as it was sent.
        package let name: String

        /// The field's value without surrounding spaces and tabs.
        package let value: String

        /// Creates a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The method, for example `GET`.
    package let method: String

    /// The request target as it was sent, with its query.
    package let target: String

    /// The header fields in the order in which they were sent.
    package let fields: [Field]

    /// The number of the request's connection on the server, counted from 1.
    package let connection: Int

    /// The number of requests on that connection before this one.
    package let positionInConnection: Int

    /// The target without its query.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// Returns the value of the first header field with a name, ignoring case; nil if there is none.
    package func value(of name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Parses the head of a request, without the empty line at its end; nil if the first line is not a request line.
    init?(head: String, connection: Int, positionInConnection: Int) {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let first = lines.first else { return nil }
        let parts = first.split(separator: " ")
        guard parts.count == 3 else { return nil }
        method = String(parts[0])
        target = String(parts[1])
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...]
            let blanks: Set<Character> = [" ", "\t"]
            let start = value.drop { blanks.contains($0) }
            return Field(name: String(line[..<colon]), value: String(start))
        }
        self.connection = connection
        self.positionInConnection = positionInConnection
    }
}
