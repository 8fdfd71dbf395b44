/// The destination of a pipeline's bytes, such as a file or standard output.
package protocol LinkOutput: AnyObject {
    /// Writes bytes, which may be buffered.
    ///
    /// - Parameter bytes: Whole links.
    /// - Throws: An error that ends the run.
    func write(_ bytes: [UInt8]) throws

    /// Flushes all buffered bytes, so that the next program of a pipe receives them.
    ///
    /// - Throws: An error that ends the run.
    func flush() throws
}
