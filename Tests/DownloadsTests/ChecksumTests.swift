import Downloads
import Testing

@Suite("Checksums")
struct ChecksumTests {
    @Test(
        "A SHA-256 is read in its usual spellings",
        arguments: ["sha256=", "SHA256=", "sha-256=", "sha256:"])
    func reads(prefix: String) throws {
        let digits = String(repeating: "0123456789abcdef", count: 4)
        #expect(try Checksum(prefix + digits.uppercased()).sha256 == digits)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "sha256=", "sha256=abc", "md5=d41d8cd98f00b204e9800998ecf8427e", String(repeating: "a", count: 64),
        ])
    func refuses(text: String) {
        #expect(throws: QueueError.malformedChecksum(text)) { try Checksum(text) }
    }

    @Test("A digest of pieces is the digest of the whole")
    func pieces() throws {
        let hasher = try SHA256Hasher()
        for piece in ["a", "", "bc"] { try Array(piece.utf8).withUnsafeBytes { try hasher.update($0) } }
        // FIPS 180-4's example.
        #expect(try hasher.finish() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
