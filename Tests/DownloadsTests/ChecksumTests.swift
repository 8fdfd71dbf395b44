import DownloadQueue
import Downloads
import Syntax
import Testing

@Suite("Checksums")
struct ChecksumTests {
    @Test(
        "A SHA-256 is read in its usual spellings",
        arguments: ["sha256=", "SHA256=", "sha-256=", "sha256:"])
    func reads(prefix: String) throws {
        let digits = String(repeating: "0123456789abcdef", count: 4)
        #expect(try Checksum(prefix + digits.uppercased()).digest == digits)
    }

    @Test(
        "The other algorithms are read too",
        arguments: [
            ("md5=", 32, "md5="), ("MD5:", 32, "md5="), ("sha1=", 40, "sha1="), ("sha-1=", 40, "sha1="),
            ("sha512=", 128, "sha512="), ("SHA-512=", 128, "sha512="),
        ])
    func readsOthers(prefix: String, count: Int, expected: String) throws {
        let digits = String(repeating: "a", count: count)
        let checksum = try Checksum(prefix + digits)
        #expect(checksum.description == expected + digits)
        #expect(try Checksum(checksum.description) == checksum)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "sha256=", "sha256=abc", "md5=d41d8cd98f00b204e9800998ecf8427", "crc32=00000000",
            String(repeating: "a", count: 64), "sha1=" + String(repeating: "g", count: 40),
            "sha512=" + String(repeating: "a", count: 64),
        ])
    func refuses(text: String) {
        #expect(throws: QueueError.malformedChecksum(text)) { try Checksum(text) }
    }

    @Test(
        "Each algorithm computes its digest",
        arguments: [
            // The examples of RFC 1321 and FIPS 180-4.
            (DigestAlgorithm.md5, "900150983cd24fb0d6963f7d28e17f72"),
            (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha512,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ])
    func digests(algorithm: DigestAlgorithm, expected: String) throws {
        let hasher = try DigestHasher(algorithm)
        for piece in ["a", "", "bc"] { try Array(piece.utf8).withUnsafeBytes { try hasher.update($0) } }
        #expect(try hasher.finish() == expected)
    }

    @Test("A digest of pieces is the digest of the whole")
    func pieces() throws {
        let hasher = try DigestHasher()
        for piece in ["a", "", "bc"] { try Array(piece.utf8).withUnsafeBytes { try hasher.update($0) } }
        // FIPS 180-4's example.
        #expect(try hasher.finish() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
