/// An encoder of queries in a document's encoding (URL Standard, 5.3; Encoding Standard, 4.3).
package struct QueryTextEncoder: Sendable {
    /// A function that receives UTF-8 and returns the bytes to percent-encode.
    package typealias Function = @Sendable (_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8]

    private let encoding: CharacterEncoding
    private let bytes: [UInt32: UInt8]

    /// Creates the encoder for the links of a document.
    ///
    /// - Parameter encoding: The document's encoding.
    /// - Returns: A function that writes `%26%23N%3B` (`&#N;`) for every scalar that the encoding lacks. It is nil if
    ///   queries are encoded in UTF-8, which includes documents in UTF-16.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    package static func make(for encoding: CharacterEncoding) throws -> Function? {
        let encoder = QueryTextEncoder(encoding: encoding.outputEncoding, bytes: [:])
        switch encoder.encoding.scheme {
        case .utf8, .utf16, .replacement: return nil
        case .singleByte, .userDefined:
            let table = try SingleByteTable(encoding)
            var bytes: [UInt32: UInt8] = [:]
            for (index, scalar) in table.scalars.enumerated() where scalar != 0xFFFD {
                bytes[scalar] = UInt8(0x80 + index)
            }
            return QueryTextEncoder(encoding: encoding, bytes: bytes).encodeBySingleBytes
        case .multiByte, .iso2022JP:
            let encoder = try MultiByteEncoder(encoding)
            return { encode($0, by: encoder, isStateful: encoding == .iso2022JP) }
        }
    }

    private func encodeBySingleBytes(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            if scalar.isASCII {
                output.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if let byte = bytes[scalar.value] {
                output.append(byte)
            } else {
                Self.appendReference(to: scalar.value, in: &output)
            }
        }
        return output
    }

    private static func encode(
        _ utf8: UnsafeBufferPointer<UInt8>, by encoder: MultiByteEncoder, isStateful: Bool
    ) -> [UInt8] {
        guard isStateful || !utf8.allSatisfy({ $0 < 0x80 }) else { return Array(utf8) }
        var encoder = encoder
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            if let missing = encoder.encode(scalar.value, into: &output) { appendReference(to: missing, in: &output) }
        }
        encoder.finish(into: &output)
        return output
    }

    private static func appendReference(to scalar: UInt32, in output: inout [UInt8]) {
        output.append(contentsOf: "%26%23\(scalar)%3B".utf8)
    }
}
