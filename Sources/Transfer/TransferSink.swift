/// Takes in one response.
///
/// The engine calls it on its own thread, one call at a time, and never after ``TransferEngine/run(_:into:)`` has returned. All
/// transfers wait while a call runs, so it is to be quick.
package protocol TransferSink: AnyObject, Sendable {
    /// Takes in the head of the final response, once; never that of a redirect which is followed.
    ///
    /// - Parameter head: The head.
    /// - Returns: Whether the body is wanted.
    /// - Throws: Anything; it ends the transfer, and `run` throws it as it is.
    func receive(head: ResponseHead) throws -> BodyDecision

    /// Takes in the next bytes of the body, decompressed if compression was asked for.
    ///
    /// - Parameter body: The bytes; valid during the call only, never empty.
    /// - Throws: Anything; it ends the transfer, and `run` throws it as it is.
    func receive(body: UnsafeRawBufferPointer) throws

    /// Asked before each piece of the body: may it come now?
    ///
    /// False makes the server wait, until ``FlowControl/resume()`` is called. Whoever answers false must see to that.
    var isReady: Bool { get }
}

extension TransferSink {
    package var isReady: Bool { true }
}

/// Whether a body is wanted.
package enum BodyDecision: Sendable, Hashable {
    /// The body is sent to the sink.
    case accept

    /// The transfer ends here, without an error.
    case refuse
}
