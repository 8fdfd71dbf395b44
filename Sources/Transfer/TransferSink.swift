/// The receiver of one response.
///
/// The engine calls a sink on its own thread, one call at a time, and never after ``TransferEngine/run(_:into:)`` has
/// returned. A call delays all transfers of the engine, so it must not block.
package protocol TransferSink: AnyObject, Sendable {
    /// Receives the head of the final response, once.
    ///
    /// - Parameter head: The head, never that of a redirect that is followed.
    /// - Returns: The decision about the body.
    /// - Throws: Any error; it ends the transfer, which fails with it.
    func receive(head: ResponseHead) throws -> BodyDecision

    /// Receives the next bytes of the body, decompressed if the request accepts compression.
    ///
    /// - Parameter body: The bytes, which are valid during the call only; never empty.
    /// - Throws: Any error; it ends the transfer, which fails with it.
    func receive(body: UnsafeRawBufferPointer) throws

    /// True if the sink accepts bytes of the body now; read before each piece of the body.
    ///
    /// False pauses the transfer until ``FlowControl/resume()`` is called, which is up to the sink's owner.
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
