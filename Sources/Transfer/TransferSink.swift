/// A receiver of one response.
///
/// The engine calls a sink on its own thread, one call at a time, and never after ``TransferEngine/run(_:into:)`` has
/// returned. A call delays all transfers of the engine, so it must not block.
package protocol TransferSink: AnyObject, Sendable {
    /// Receives the head of the final response, once.
    ///
    /// - Parameter head: The head, never that of a redirect that is followed.
    /// - Returns: The decision about the body.
    /// - Throws: Any error, with which the transfer then fails.
    func receive(head: ResponseHead) throws -> BodyDecision

    /// Receives the next bytes of the body, decompressed if the request accepts compression.
    ///
    /// - Parameter body: The bytes, which are valid only during the call; never empty.
    /// - Throws: Any error, with which the transfer then fails.
    func receive(body: UnsafeRawBufferPointer) throws

    /// True if the sink can receive bytes of the body now; read before each piece of the body.
    ///
    /// False pauses the transfer until the sink's owner calls ``FlowControl/resume()``.
    var isReady: Bool { get }
}

extension TransferSink {
    package var isReady: Bool { true }
}

/// The decision of a sink about a body.
package enum BodyDecision: Sendable, Hashable {
    /// The sink receives the body, or the rest of it.
    case accept

    /// The transfer ends here without an error.
    case refuse
}
