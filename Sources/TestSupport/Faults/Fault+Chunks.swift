extension Fault {
    /// The faults of a chunked body (RFC 9112, section 7.1).
    static let ofChunks: [Fault] = [
        Fault(
            .chunks, "chunks-cut-once", "The last chunk is missing, once", .done("requested again", requests: 2...2)
        ) { _ in
            .sequence([.chunked([content], isCut: true), .chunked([content])])
        },
        Fault(.chunks, "chunks-cut", "The last chunk is always missing", .givenUp("size")) { _ in
            .chunked([Array(content.prefix(cut))], isCut: true)
        },
        Fault(.chunks, "chunk-cut", "The connection ends inside a chunk", .givenUp("size")) { _ in
            raw("\(chunkedHead)493e0\r\n", Array(content.prefix(cut)))
        },
        Fault(.chunks, "chunk-size-nonsense", "A chunk's size is not a number", .malformed()) { _ in
            raw("\(chunkedHead)size\r\n")
        },
        Fault(.chunks, "chunk-size-negative", "A chunk's size is negative", .malformed()) { _ in
            raw("\(chunkedHead)-5\r\n")
        },
        Fault(.chunks, "chunk-size-overflow", "A chunk's size is beyond 2⁶⁴", .malformed()) { _ in
            raw("\(chunkedHead)fffffffffffffffff1\r\n")
        },
        Fault(.chunks, "chunk-size-missing", "A chunk has no size", .malformed()) { _ in
            raw("\(chunkedHead)\r\n")
        },
        Fault(.chunks, "chunk-end-missing", "No line end follows a chunk", .malformed()) { _ in
            raw("\(chunkedHead)493e0\r\n", content + Array("0\r\n\r\n".utf8))
        },
        Fault(.chunks, "chunk-extension", "A chunk's size has an extension of 64 KiB", .done()) { _ in
            let extensions = String(repeating: "x", count: 65_536)
            return raw("\(chunkedHead)493e0;a=\(extensions)\r\n", content + Array("\r\n0\r\n\r\n".utf8))
        },
        Fault(
            .chunks, "trailer-fields", "Fields after the chunks contradict the head",
            .done("they are ignored")
        ) { _ in
            let trailer = "\r\n0\r\nContent-Length: 5\r\nETag: \"other\"\r\nContent-Encoding: gzip\r\n\r\n"
            return raw("\(chunkedHead)493e0\r\n", content + Array(trailer.utf8))
        },
        Fault(.chunks, "trailer-endless", "The fields after the chunks never end", .malformed()) { _ in
            raw("\(chunkedHead)493e0\r\n", content + Array("\r\n0\r\n".utf8) + endlessFields)
        },
        Fault(
            .chunks, "transfer-coding-unknown", "An unknown transfer coding",
            .malformed()
        ) { _ in
            raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: snafu, chunked\r\n\r\n493e0\r\n", content + lastChunk)
        },
    ]

    private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let lastChunk = Array("\r\n0\r\n\r\n".utf8)

    /// Header fields of 4 MiB, without the empty line that would end them.
    static let endlessFields = Array(
        String(repeating: "X-Field: \(String(repeating: "x", count: 1_012))\r\n", count: 4_096).utf8)
}
