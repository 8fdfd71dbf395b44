import NIOCore

/// An event of a stream (HTML Standard, section 9.2).
struct ServerEvent: Sendable {
    /// What stands on the wire, with the blank line at its end.
    let bytes: ByteBuffer

    /// An event of data.
    ///
    /// - Parameters:
    ///   - name: The event's type.
    ///   - id: What a reader names to go on after it.
    ///   - data: JSON on one line.
    init(_ name: String, id: Int64, data: some Sequence<UInt8>) {
        var bytes = ByteBuffer(string: "event: \(name)\nid: \(id)\ndata: ")
        bytes.writeBytes(data)
        bytes.writeStaticString("\n\n")
        self.bytes = bytes
    }

    /// An event that nobody goes on after: it tells how things are at the moment, and leaves the last number as it was.
    ///
    /// - Parameters:
    ///   - name: The event's type.
    ///   - data: JSON on one line.
    init(passing name: String, data: some Sequence<UInt8>) {
        var bytes = ByteBuffer(string: "event: \(name)\ndata: ")
        bytes.writeBytes(data)
        bytes.writeStaticString("\n\n")
        self.bytes = bytes
    }

    private init(text: StaticString) {
        bytes = ByteBuffer(staticString: text)
    }

    /// A comment, which keeps the connection from looking dead.
    static let heartbeat = ServerEvent(text: ": still here\n\n")
    /// How long a browser is to wait before it connects again.
    static let retry = ServerEvent(text: "retry: 2000\n\n")
}
