/// A handle of a running stream, which resumes the stream when its receiver is ready again, or cancels it.
///
/// A receiver that is not ready pauses its sender (back-pressure). This protocol resumes and cancels every kind of
/// stream: a transfer, the page that it contains, and a local file that is read instead. It is limited to classes, so
/// that the stream itself is the handle and no allocation is needed.
///
/// Both functions may be called on any thread and at any time. They return at once and have no effect on a stream that
/// has ended.
package protocol FlowControl: AnyObject, Sendable {
    /// Resumes the stream if its receiver was not ready.
    func resume()

    /// Ends the stream as cancelled, unless it has already ended.
    func cancel()
}
