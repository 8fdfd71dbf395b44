import CLibCurl

/// Undoes the content codings of a body, in the order that is the reverse of theirs.
///
/// It owns C decoders and belongs to one transfer, so to the engine's thread.
final class ContentDecoder {
    /// Why a body cannot be decoded.
    enum Failure: Error, Equatable {
        /// The body is in a coding that was not asked for.
        case unknown(coding: String)

        /// There are more codings than any honest server applies.
        case tooMany(count: Int)

        /// The bytes are not of the coding.
        case malformed(coding: String)

        /// The bytes end before the coded stream does.
        case truncated(coding: String)

        /// Memory is short.
        case outOfMemory

        /// A library is not installed, or lacks a function; says which.
        case missing(library: String)
    }

    /// What is asked for, in the field Accept-Encoding: what can be undone here.
    static let acceptedCodings =
        content_decoder_missing(CONTENT_CODING_BROTLI) == nil ? "gzip, deflate, br" : "gzip, deflate"

    /// Each layer multiplies what a small body can blow up to, and no server has a reason for two.
    private static let maximumLayers = 3

    /// Large enough that libcurl's largest piece of 16 KiB usually takes one step, small enough for the cache.
    private static let outputSize = 65_536

    private let coding: String
    private let decoder: OpaquePointer
    private let output: UnsafeMutablePointer<UInt8>
    private let next: ContentDecoder?

    /// Makes a decoder.
    ///
    /// - Parameter codings: The codings in the order they were applied, in lower case.
    /// - Returns: nil when there is nothing to decode.
    /// - Throws: ``Failure`` for codings that are not known.
    static func make(for codings: [String]) throws(Failure) -> ContentDecoder? {
        guard codings.count <= maximumLayers else { throw .tooMany(count: codings.count) }
        var decoder: ContentDecoder?
        for coding in codings {
            decoder = try ContentDecoder(coding, next: decoder)
        }
        return decoder
    }

    private init(_ coding: String, next: ContentDecoder?) throws(Failure) {
        let kind: content_coding
        switch coding {
        case "gzip", "x-gzip": kind = CONTENT_CODING_GZIP
        case "deflate": kind = CONTENT_CODING_DEFLATE
        case "br": kind = CONTENT_CODING_BROTLI
        default: throw .unknown(coding: coding)
        }
        if let missing = content_decoder_missing(kind) { throw .missing(library: String(cString: missing)) }
        guard let decoder = content_decoder_create(kind) else { throw .outOfMemory }
        self.coding = coding
        self.decoder = decoder
        self.next = next
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
    ///   - emit: Gets the decoded bytes; they are valid during the call.
    /// - Throws: ``Failure`` or what `emit` throws.
    func decode(_ input: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) throws -> Void) throws {
        var rest = input
        while true {
            let step = content_decoder_decode(
                decoder, rest.assumingMemoryBound(to: UInt8.self).baseAddress, rest.count, output, Self.outputSize)
            guard step.is_valid else { throw Failure.malformed(coding: coding) }
            if step.produced > 0 {
                let produced = UnsafeRawBufferPointer(start: output, count: step.produced)
                if let next { try next.decode(produced, emit) } else { try emit(produced) }
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[step.consumed...])
            guard !rest.isEmpty || step.produced == Self.outputSize else { return }
            guard step.consumed > 0 || step.produced > 0 else { throw Failure.malformed(coding: coding) }
        }
    }

    /// Checks that all streams have come to their end.
    func finish() throws(Failure) {
        guard content_decoder_is_at_end(decoder) else { throw .truncated(coding: coding) }
        try next?.finish()
    }
}
