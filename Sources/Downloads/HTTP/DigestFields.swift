package import DownloadQueue
package import Transfer

/// A parser of the digests that a response announces.
package enum DigestFields {
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
    static func structured(_ value: String) -> [Checksum] {
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
    static func legacy(_ value: String) -> [Checksum] {
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
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-.".utf8.contains(byte)
        }
        guard let first = key.first, isLetter(first) else { return nil }
        rest = rest[key.endIndex...]
        return String(Substring(key))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
