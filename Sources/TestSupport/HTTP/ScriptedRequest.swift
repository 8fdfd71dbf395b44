/// A request as ``ScriptedServer`` received it.
package struct ScriptedRequest: Sendable {
    /// A header field as it was sent.
    package struct Field: Sendable, Hashable {
        /// The field's name in the sender's spelling.
        package let name: String

        /// The field's value without surrounding blanks.
        package let value: String

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: The field's name.
        ///   - value: The field's value.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The method, for example `GET`.
    package let method: String

    /// The request target as it was sent, with its query.
    package let target: String

    /// The header fields in their order.
    package let fields: [Field]

    /// Which of the server's connections carried the request, counted from 1.
    package let connection: Int

    /// How many requests that connection had carried before this one.
    package let positionInConnection: Int

    /// The target without its query.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The first value of a header field.
    ///
    /// - Parameter name: The field's name, in any case.
    /// - Returns: The value, nil when the request has no such field.
    package func value(of name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Parses the head of a request, or is nil when the first line is not a request line.
    ///
    /// - Parameters:
    ///   - head: The head's lines without the empty line that ends them.
    ///   - connection: The number of the connection.
    ///   - positionInConnection: How many requests the connection carried before.
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
