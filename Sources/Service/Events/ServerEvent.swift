import NIOCore

/// An event of a stream (HTML Standard, section 9.2).
struct ServerEvent: Sendable {
    /// The encoded event, with the blank line at its end.
    let bytes: ByteBuffer

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The type of the event.
    ///   - id: The number that a client sends to resume after this event.
    ///   - data: JSON on one line.
    init(_ name: String, id: Int64, data: some Sequence<UInt8>) {
        var bytes = ByteBuffer(string: "event: \(name)\nid: \(id)\ndata: ")
        bytes.writeBytes(data)
        bytes.writeStaticString("\n\n")
        self.bytes = bytes
    }

    /// Creates an event without a number, which describes the current state; clients do not resume after it.
    ///
    /// - Parameters:
    ///   - name: The type of the event.
    ///   - data: JSON on one line.
    init(unnumbered name: String, data: some Sequence<UInt8>) {
        var bytes = ByteBuffer(string: "event: \(name)\ndata: ")
        bytes.writeBytes(data)
        bytes.writeStaticString("\n\n")
        self.bytes = bytes
    }

    private init(text: StaticString) {
        bytes = ByteBuffer(staticString: text)
    }

    /// A comment, which keeps idle connections open.
    static let heartbeat = ServerEvent(text: ": still here\n\n")
    /// The delay after which a browser reconnects.
    static let retry = ServerEvent(text: "retry: 2000\n\n")
}
