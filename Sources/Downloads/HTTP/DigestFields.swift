import DownloadQueue
import Fetching
import Syntax

/// A parser of the digests that a response announces.
enum DigestFields {
    /// Returns the digest of the whole file from Repr-Digest or Content-Digest (RFC 9530) or Digest (RFC 3230).
    ///
    /// - Parameter head: The head of a response without a content coding.
    /// - Returns: SHA-256 if it is announced, since it is computed in any case; otherwise the strongest digest. Nil if
    ///   none is announced or all are malformed.
    package static func checksum(_ head: ResponseHead) -> Checksum? {
        var found: [Checksum] = []
        var names = ["Repr-Digest"]
        // In a partial response, Content-Digest covers only the part.
        if head.status == 200 { names.append("Content-Digest") }
        for name in names {
            // Several fields of one name form one list (RFC 9110, section 5.3).
            let value = head.values(of: name).joined(separator: ", ")
            found += structured(value)
        }
        found += legacy(head.values(of: "Digest").joined(separator: ","))
        return preferred(found)
    }

    /// Returns the digest of the response content, which may be a part of the file, from Content-Digest.
    ///
    /// See RFC 9530, section 2.
    ///
    /// - Parameter head: The head of a response without a content coding.
    /// - Returns: The preferred digest; nil if none is announced or all are malformed.
    static func contentChecksum(_ head: ResponseHead) -> Checksum? {
        let values = head.values(of: "Content-Digest")
        return values.isEmpty ? nil : preferred(structured(values.joined(separator: ", ")))
    }

    private static func preferred(_ found: [Checksum]) -> Checksum? {
        let order: [DigestAlgorithm] = [.sha256, .sha512, .sha1, .md5]
        return order.lazy.compactMap { algorithm in found.first { $0.algorithm == algorithm } }.first
    }

    /// Parses a dictionary of byte sequences (RFC 9651, sections 3.2 and 3.3.5).
    ///
    /// - Parameter value: The field value.
    /// - Returns: The digests of known algorithms; an empty array if any part of the value is malformed, as the
    ///   standard requires.
    private static func structured(_ value: String) -> [Checksum] {
        var rest = value.utf8[...].drop { $0 == 0x20 }
        while rest.last == 0x20 { rest = rest.dropLast() }
        // If a key occurs twice, the last member is used.
        var members: [(key: String, checksum: Checksum?)] = []
        while !rest.isEmpty {
            guard let key = key(&rest), rest.popFirst() == UInt8(ascii: "="), rest.popFirst() == UInt8(ascii: ":"),
                let end = rest.firstIndex(of: UInt8(ascii: ":")), let bytes = Base64Text.decode(rest[..<end])
            else { return [] }
            rest = rest[rest.index(after: end)...]
            // Parameters are permitted here but have no meaning.
            while rest.first == UInt8(ascii: ";") {
                rest = rest.dropFirst().drop { $0 == 0x20 }
                guard self.key(&rest) != nil else { return [] }
                if rest.first == UInt8(ascii: "=") {
                    rest = rest.drop { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") }
                }
            }
            // RFC 9530 uses lowercase names only; its registry lists MD5 and SHA-1 as deprecated.
            let algorithm = DigestAlgorithm(named: key)
            members.append((key, algorithm.flatMap { Checksum($0, bytes: bytes) }))
            rest = rest.drop(while: isBlank)
            guard !rest.isEmpty else { break }
            guard rest.popFirst() == UInt8(ascii: ",") else { return [] }
            rest = rest.drop(while: isBlank)
            // A trailing comma is an error (RFC 9651, section 4.2.2).
            guard !rest.isEmpty else { return [] }
        }
        return members.reversed().compactMap(\.checksum)
    }

    /// Parses a list such as `SHA-256=base64,MD5=base64` (RFC 3230, section 4.3.2).
    private static func legacy(_ value: String) -> [Checksum] {
        value.split(separator: ",").compactMap { item in
            let text = String(item).trimmingBlanks()
            guard let equals = text.firstIndex(of: "="), let algorithm = DigestAlgorithm(named: text[..<equals]),
                let bytes = Base64Text.decode(text.utf8[text.index(after: equals)...])
            else { return nil }
            return Checksum(algorithm, bytes: bytes)
        }
    }

    private static func key(_ rest: inout Substring.UTF8View) -> String? {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == 0x2A }
        let key = rest.prefix { byte in
            isLetter(byte) || ASCII.isDigit(byte) || "_-.".utf8.contains(byte)
        }
        guard let first = key.first, isLetter(first) else { return nil }
        rest = rest[key.endIndex...]
        return String(Substring(key))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// A check of a partial body against the Content-Digest of its response (RFC 9530, section 2).
///
/// The digest of the whole file is checked separately, when the file is complete.
struct ContentCheck {
    private let wanted: Checksum
    private let hasher: DigestHasher

    /// Creates the check for a response; nil if its head announces no digest of a supported algorithm.
    init?(_ head: ResponseHead) throws {
        guard let wanted = DigestFields.contentChecksum(head) else { return nil }
        self.wanted = wanted
        hasher = try DigestHasher(wanted.algorithm)
    }

    /// Adds the next bytes of the body.
    func update(_ bytes: UnsafeRawBufferPointer) throws { try hasher.update(bytes) }

    /// Returns true if the body has the announced digest; must be called once, at the end of the response.
    func matches() throws -> Bool { try hasher.finish() == wanted.digest }
}

/// A strict decoder of Base64 with padding (RFC 4648, section 4).
enum Base64Text {
    /// Decodes a text.
    ///
    /// - Parameter text: ASCII text without line breaks.
    /// - Returns: The bytes; nil if the text contains other characters or the padding is wrong.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for byte in text {
            guard byte != UInt8(ascii: "=") else {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count % 4 == 0 { bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)] }
        }
        switch (count % 4, padding) {
        case (0, 0): break
        case (2, 2): bytes.append(UInt8(bits >> 4 & 0xFF))
        case (3, 1): bytes += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
        default: return nil
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
