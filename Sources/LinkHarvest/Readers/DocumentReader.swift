/// What takes the parts of one document and finds its links.
protocol DocumentReader: AnyObject {
    /// Takes the next part.
    ///
    /// - Parameter part: The bytes.
    /// - Throws: ``LinkHarvestError``, and what the taker of the links throws.
    func receive(_ part: UnsafeBufferPointer<UInt8>) throws
    /// Ends the document.
    ///
    /// - Throws: ``LinkHarvestError``, and what the taker of the links throws.
    func finish() throws
}
