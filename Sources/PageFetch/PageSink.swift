package import Transfer

/// Takes in one page as it comes.
///
/// It is called on a thread of the fetcher's delivery, one call at a time, never on the engine's thread. While it works
/// the server has to wait, once half a mebibyte lies ready; so memory stays bounded however long the page is.
package protocol PageSink: AnyObject, Sendable {
    /// Takes in the head of the final response, once and before the body.
    ///
    /// - Parameter head: The head.
    /// - Returns: Whether the body is wanted.
    /// - Throws: Anything; it ends the fetch, which fails with it.
    func receive(head: PageHead) throws -> BodyDecision

    /// Takes in the next bytes of the body, decompressed.
    ///
    /// - Parameter body: The bytes; valid during the call only, never empty.
    /// - Returns: Whether more is wanted; when not, the fetch ends here without an error.
    /// - Throws: Anything; it ends the fetch, which fails with it.
    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision

    /// Asked before each piece of the body: may it come now?
    ///
    /// False lets the page wait, and the server with it once half a mebibyte lies ready, until ``FlowControl/resume()`` is
    /// called. Whoever answers false must see to that.
    var isReady: Bool { get }

    /// Asked when a connection broke in the middle: can the sink forget what it got, and take the page in anew?
    ///
    /// - Returns: True when it has forgotten all; false unless a sink says otherwise.
    func restart() -> Bool
}

extension PageSink {
    package var isReady: Bool { true }

    package func restart() -> Bool { false }
}
