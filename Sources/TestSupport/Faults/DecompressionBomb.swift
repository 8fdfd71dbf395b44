import Compression

/// A short body that expands to many zeros.
///
/// ```swift
/// let bomb = DecompressionBomb(coding: "gzip, gzip")
/// print(bomb.body.count < 1_000, bomb.byteCount)  // true 16000000
/// ```
package struct DecompressionBomb: Sendable {
    /// The combinations of content codings of which there are bombs.
    package static let codings = ["gzip", "x-gzip", "deflate", "br", "gzip, gzip", "deflate, gzip", "gzip, gzip, gzip"]

    /// 16 million zeros in Brotli.
    private static let brotli: [UInt8] = [
        0xCB, 0xFF, 0xFF, 0x3F, 0xF8, 0x25, 0x60, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x2F, 0xFF, 0x47, 0xE8, 0xF0,
        0x4B, 0x00, 0xC4, 0x61, 0x11, 0x80, 0xEE, 0x06, 0x1D,
    ]

    /// The number of zeros in a member, and of those that a bomb of other codings than gzip expands to.
    private static let memberByteCount = 16_000_000
    private static let member = Gzip.compressed([UInt8](repeating: 0, count: memberByteCount), level: .usual) ?? []

    /// The value of Content-Encoding.
    package let coding: String
    /// The encoded body.
    package let body: [UInt8]
    /// The number of zeros to which the body expands.
    package let byteCount: Int

    /// Creates a bomb.
    ///
    /// - Parameters:
    ///   - coding: One of ``codings``.
    ///   - members: The number of gzip members with 16 million zeros each; other codings have one stream.
    package init(coding: String, members: Int = 1) {
        self.coding = coding
        var layers = coding.split(separator: ", ")
        var body: [UInt8]
        switch layers.removeFirst() {
        case "br": (body, byteCount) = (Self.brotli, Self.memberByteCount)
        // The deflate data of a gzip member without its header and trailer (RFC 1952, section 2.3).
        case "deflate": (body, byteCount) = (Array(Self.member[10..<Self.member.count - 8]), Self.memberByteCount)
        default:
            body = Array(repeatElement(Self.member, count: members).joined())
            byteCount = members * Self.memberByteCount
        }
        for _ in layers { body = Gzip.compressed(body) ?? [] }
        self.body = body
    }

    /// The response with the bomb.
    package var response: ScriptedResponder {
        .ok(body, fields: [("Content-Encoding", coding), ("Content-Type", "text/html")])
    }
}
