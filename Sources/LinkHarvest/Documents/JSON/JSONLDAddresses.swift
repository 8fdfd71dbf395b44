/// The URLs in JSON-LD, such as the content of `<script type=application/ld+json>`.
enum JSONLDAddresses {
    /// Finds URLs.
    ///
    /// Malformed parts are skipped. If the text is truncated, everything before its end is found.
    ///
    /// - Parameter text: JSON-LD in UTF-8.
    /// - Returns: The URLs in the order of the text.
    static func find(in text: UnsafeBufferPointer<UInt8>) -> [JSONAddress] {
        JSONAddresses.find(in: text, vocabulary: .jsonLD).addresses
    }
}
