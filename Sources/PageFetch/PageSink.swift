package import Transfer

/// The receiver of one page.
///
/// A fetcher calls a sink one call at a time, and never on the engine's thread. While a call runs, the transfer is
/// paused once half a mebibyte is buffered, so memory stays bounded however long the page is.
package protocol PageSink: AnyObject, Sendable {
    /// Receives the head of the final response, once and before the body.
    ///
    /// - Parameter head: The head, with the redirects that led to it.
    /// - Returns: The decision about the body.
    /// - Throws: Any error; it ends the fetch, which fails with it.
    func receive(head: PageHead) throws -> BodyDecision

    /// Receives the next bytes of the body, decompressed.
    ///
    /// - Parameter body: The bytes, which are valid during the call only; never empty.
    /// - Returns: The decision about the rest of the body; a refusal ends the fetch without an error.
    /// - Throws: Any error; it ends the fetch, which fails with it.
    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision

    /// True if the sink accepts bytes of the body now; read before each piece of the body.
    ///
    /// False pauses the page until ``FlowControl/resume()`` is called, which is up to the sink's owner. The transfer is
    /// paused too once half a mebibyte is buffered.
    var isReady: Bool { get }

    /// Discards everything that was received, so that the page can be fetched again after its connection broke.
    ///
    /// - Returns: True if everything was discarded; false, which is the default, if that is impossible.
    func restart() -> Bool
}

extension PageSink {
    package var isReady: Bool { true }

    package func restart() -> Bool { false }
}
