/// Finds the addresses in JSON-LD, such as the content of `<script type=application/ld+json>`.
enum JSONLDAddresses {
    /// Finds addresses.
    ///
    /// What is malformed is passed over; of a text that is cut, what stands before the cut is found.
    ///
    /// - Parameter text: JSON-LD in UTF-8.
    /// - Returns: The addresses in the order of the text.
    static func find(in text: UnsafeBufferPointer<UInt8>) -> [JSONAddress] {
        JSONAddresses.find(in: text, vocabulary: .jsonLD).addresses
    }
}
