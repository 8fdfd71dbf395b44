package import Transfer

/// The receiver of one page.
///
/// A fetcher calls a sink one call at a time, and never on the engine's thread. The transfer is paused while a call
/// runs and half a mebibyte is buffered, so memory stays bounded for pages of any length.
package protocol PageSink: AnyObject, Sendable {
    /// Receives the head of the final response, once and before the body.
    ///
    /// - Parameter head: The head, with the redirects that led to it.
    /// - Returns: The decision about the body.
    /// - Throws: Any error, with which the fetch then fails.
    func receive(head: PageHead) throws -> BodyDecision

    /// Receives the next bytes of the body, decompressed.
    ///
    /// - Parameter body: The bytes, which are valid only during the call; never empty.
    /// - Returns: The decision about the rest of the body; a refusal ends the fetch without an error.
    /// - Throws: Any error, with which the fetch then fails.
    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision

    /// True if the sink can receive bytes of the body now; read before each piece of the body.
    ///
    /// False pauses the page until the sink's owner calls ``FlowControl/resume()``. When half a mebibyte is buffered,
    /// the transfer is paused too.
    var isReady: Bool { get }

    /// Discards everything that was received, so that the page can be fetched again after its connection broke.
    ///
    /// - Returns: True if everything was discarded; false if that is impossible, which is the default.
    func restart() -> Bool
}

extension PageSink {
    package var isReady: Bool { true }

    package func restart() -> Bool { false }
}
