import CLibCurl
import Syntax

/// A decoder of a body's content codings (RFC 9110, section 8.4), which it removes in reverse order.
///
/// It owns C decoders. It belongs to one transfer and therefore to the engine's thread.
final class ContentDecoder {
    /// An error that prevents a body from being decoded.
    enum Failure: Error, Equatable {
        /// The body has a registered coding that this program cannot decode.
        case unsupported(coding: String)

        /// The body has more codings than ``maximumLayers``.
        case tooMany(count: Int)

        /// The bytes are not valid in the coding.
        case malformed(coding: String)

        /// The body grows more than `ratio` times.
        case bomb(ratio: Int)

        /// The body ends before the encoded stream does.
        case truncated(coding: String)

        /// No memory is left for a decoder.
        case outOfMemory

        /// A library is not installed or lacks a function; `library` is its name.
        case missing(library: String)
    }

    /// The value of Accept-Encoding, which contains the codings that can be decoded on this machine.
    static let acceptedCodings =
        content_decoder_missing(CONTENT_CODING_BROTLI) == nil ? "gzip, deflate, br" : "gzip, deflate"

    /// The maximum number of codings of one body.
    ///
    /// Each coding multiplies the size to which a small body can expand, and no server has a reason to use more than
    /// one.
    private static let maximumLayers = 3

    /// The size of the output buffer in bytes.
    ///
    /// It is large enough to decode libcurl's largest piece of 16 KiB in one step, and fits into the processor's cache.
    private static let outputSize = 65_536

    private let limit: ExpansionLimit
    private let coding: String
    private let decoder: OpaquePointer
    private let output: UnsafeMutablePointer<UInt8>
    private let next: ContentDecoder?

    /// Creates a decoder for several codings.
    ///
    /// - Parameters:
    ///   - codings: The codings in the order in which they were applied, in lower case.
    ///   - allowance: The number of bytes that all codings together may produce, whatever the ratio.
    /// - Returns: A decoder; nil if the body is used as it is: there are no codings, or one of them is unknown (Fetch,
    ///   "handle content codings"). Servers send values such as `none` and `utf-8` by mistake.
    /// - Throws: ``Failure`` if there are too many codings, a library is missing, or a registered coding cannot be
    ///   decoded.
    static func make(for codings: [String], allowance: Int) throws(Failure) -> ContentDecoder? {
        guard codings.allSatisfy(knows) else { return nil }
        for coding in codings where kind(of: coding) == nil { throw .unsupported(coding: coding) }
        guard codings.count <= maximumLayers else { throw .tooMany(count: codings.count) }
        let limit = ExpansionLimit(allowance: allowance)
        var decoder: ContentDecoder?
        for coding in codings {
            decoder = try ContentDecoder(coding, next: decoder, limit)
        }
        return decoder
    }

    /// Returns the kind of a coding, which is written in lower case; nil for an unknown one.
    private static func kind(of coding: String) -> content_coding? {
        switch coding {
        case "gzip", "x-gzip": CONTENT_CODING_GZIP
        case "deflate": CONTENT_CODING_DEFLATE
        case "br": CONTENT_CODING_BROTLI
        default: nil
        }
    }

    /// Returns true if a coding, which is written in lower case, can be decoded or is registered (IANA, HTTP Content
    /// Coding Registry).
    static func knows(_ coding: String) -> Bool { kind(of: coding) != nil || undecodable.contains(coding) }

    private static let undecodable: Set = [
        "aes128gcm", "compress", "dcb", "dcz", "exi", "pack200-gzip", "x-compress", "zstd",
    ]

    private init(_ coding: String, next: ContentDecoder?, _ limit: ExpansionLimit) throws(Failure) {
        guard let kind = Self.kind(of: coding) else { throw .malformed(coding: coding) }
        if let missing = content_decoder_missing(kind) { throw .missing(library: String(cString: missing)) }
        guard let decoder = content_decoder_create(kind) else { throw .outOfMemory }
        self.coding = coding
        self.decoder = decoder
        self.next = next
        self.limit = limit
        output = .allocate(capacity: Self.outputSize)
    }

    deinit {
        content_decoder_destroy(decoder)
        output.deallocate()
    }

    /// Decodes the next bytes.
    ///
    /// - Parameters:
    ///   - input: The bytes as they were sent.
    ///   - emit: A function that receives decoded bytes, which are valid during the call.
    /// - Throws: ``Failure``, or the error that `emit` throws.
    func decode(_ input: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) throws -> Void) throws {
        limit.receive(input.count)
        do { try decodeLayer(input, emit) } catch CompressionError.bomb(let ratio) { throw Failure.bomb(ratio: ratio) }
    }

    private func decodeLayer(
        _ input: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var rest = input
        while true {
            let step = content_decoder_decode(
                decoder, rest.assumingMemoryBound(to: UInt8.self).baseAddress, rest.count, output, Self.outputSize)
            guard step.is_valid else { throw Failure.malformed(coding: coding) }
            if step.produced > 0 {
                try limit.produce(step.produced)
                let produced = UnsafeRawBufferPointer(start: output, count: step.produced)
                if let next { try next.decodeLayer(produced, emit) } else { try emit(produced) }
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[step.consumed...])
            guard !rest.isEmpty || step.produced == Self.outputSize else { return }
            guard step.consumed > 0 || step.produced > 0 else { throw Failure.malformed(coding: coding) }
        }
    }

    /// Checks that all encoded streams have ended.
    func finish() throws(Failure) {
        guard content_decoder_is_at_end(decoder) else { throw .truncated(coding: coding) }
        try next?.finish()
    }
}

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
