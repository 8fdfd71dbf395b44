/// A handle to a stream that is under way: resumes it when its receiver is ready again, or cancels it.
///
/// A receiver that is not ready pauses its sender (back-pressure). Every stream is resumed and cancelled through this
/// protocol: a transfer, the page that it carries, and a local file that is read in its place. It is limited to
/// classes, so that a handle is the stream itself and costs no allocation of its own.
///
/// Both functions may be called on any thread and at any time. They return at once, and have no effect on a stream that
/// has ended.
package protocol FlowControl: AnyObject, Sendable {
    /// Resumes the stream if its receiver was not ready.
    func resume()

    /// Ends the stream as cancelled, unless it has ended.
    func cancel()
}
