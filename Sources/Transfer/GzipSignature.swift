/// The recognition of gzip files that a server has compressed once more for their transfer.
package enum GzipSignature {
    /// The number of bytes at the start of a body that show if it was compressed twice.
    ///
    /// They contain the header with a file name and the codes of the first block (RFC 1951, section 3.2.7).
    package static let byteCount = 1_024

    /// An error that ends the decoding after the first bytes.
    private struct Enough: Error {}

    /// Returns true if bytes are the start of a gzip file that contains a gzip file (RFC 1952, section 2.3.1).
    package static func isTwice(_ bytes: some Sequence<UInt8>) -> Bool {
        guard let decoder = try? ContentDecoder.make(for: ["gzip"], allowance: 1 << 20) else { return false }
        var start: [UInt8] = []
        try? Array(bytes).withUnsafeBytes { bytes in
            try decoder.decode(bytes) { part in
                start.append(contentsOf: part.prefix(3))
                if start.count >= 3 { throw Enough() }
            }
        }
        return start.starts(with: [0x1F, 0x8B, 0x08])
    }
}
