/// The destination of a pipeline's bytes, such as a file or standard output.
package protocol LinkOutput: AnyObject {
    /// Writes bytes, which may be buffered.
    ///
    /// - Parameter bytes: Whole links.
    /// - Throws: An error that ends the run.
    func write(_ bytes: [UInt8]) throws

    /// Passes all buffered bytes on, so that the next program of a pipe sees them.
    ///
    /// - Throws: An error that ends the run.
    func flush() throws
}
