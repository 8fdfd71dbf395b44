import Glibc

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
        case .multiByte(let name):
            // The converter is opened here so that a missing one is an error now, rather than a garbled query later.
            _ = try Converter(from: "UTF-8", to: encoder.converterName(name), for: encoding)
            return encoder.encodeByConverter
        }
    }

    /// Returns the name of the converter to the encoding.
    ///
    /// GBK is decoded by the converter for gb18030, but encoded by its own converter, which has only the two-byte
    /// characters.
    private func converterName(_ name: String) -> String {
        encoding == .gbk ? "GBK" : name
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
                appendReference(to: scalar, in: &output)
            }
        }
        return output
    }

    private func encodeByConverter(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard case .multiByte(let name) = encoding.scheme,
            encoding == .iso2022JP || !utf8.allSatisfy({ $0 < 0x80 }),
            let converter = try? Converter(from: "UTF-8", to: converterName(name), for: encoding)
        else { return Array(utf8) }
        var output: [UInt8] = []
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
                if let substitute = substitute(for: scalar) {
                    // The escape for an unencodable character must be written in ASCII.
                    if encoding == .iso2022JP { output.append(contentsOf: buffer[..<converter.reset(into: buffer)]) }
                    output.append(contentsOf: substitute)
                    continue
                }
                var text = Array(String(scalar).utf8)
                let result = text.withUnsafeMutableBufferPointer {
                    converter.convert(UnsafeBufferPointer($0), into: buffer)
                }
                output.append(contentsOf: buffer[..<result.written])
                if result.stop != .finished {
                    output.append(contentsOf: buffer[..<converter.reset(into: buffer)])
                    appendReference(to: scalar, in: &output)
                }
            }
            output.append(contentsOf: buffer[..<converter.reset(into: buffer)])
        }
        return output
    }

    /// Returns the standard's encoding of a scalar if the C library lacks it or differs.
    private func substitute(for scalar: Unicode.Scalar) -> [UInt8]? {
        switch (encoding, scalar.value) {
        case (.gbk, 0x20AC): [0x80]
        // The standard's encoders reject these (12.2.2 and 10.2.2).
        case (.iso2022JP, 0x0E), (.iso2022JP, 0x0F), (.iso2022JP, 0x1B): Array("%26%2365533%3B".utf8)
        case (.gb18030, 0xE5E5), (.gbk, 0xE5E5): Array("%26%2358853%3B".utf8)
        case (.shiftJIS, 0xA5), (.eucJP, 0xA5): [0x5C]
        case (.shiftJIS, 0x203E), (.eucJP, 0x203E): [0x7E]
        case (.shiftJIS, 0x2212): [0x81, 0x7C]
        case (.eucJP, 0x2212): [0xA1, 0xDD]
        default: nil
        }
    }

    private func appendReference(to scalar: Unicode.Scalar, in output: inout [UInt8]) {
        output.append(contentsOf: "%26%23\(scalar.value)%3B".utf8)
    }
}
