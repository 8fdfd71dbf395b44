/// A reader that receives the parts of one document and finds its links.
protocol DocumentReader: AnyObject {
    /// Processes the next part.
    ///
    /// - Parameter part: The bytes as they were received.
    /// - Throws: ``LinkHarvestError``, and the errors of the receiver of the links.
    func receive(_ part: UnsafeBufferPointer<UInt8>) throws
    /// Processes the end of the document.
    ///
    /// - Throws: ``LinkHarvestError``, and the errors of the receiver of the links.
    func finish() throws
}
