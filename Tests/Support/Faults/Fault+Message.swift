extension Fault {
    /// The faults of a status line and of header fields.
    static let ofTheHead: [Fault] = [
        Fault(.head, "status-line-nonsense", "The status line is nonsense", .malformed()) { _ in
            raw("HELLO WORLD\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "http-0.9", "A body without a head, as in HTTP/0.9", .malformed()) { _ in raw("") },
        Fault(.head, "http-unknown", "An unknown version of HTTP", .malformed()) { _ in
            raw("HTTP/3.7 200 OK\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "status-short", "A status of two digits", .malformed()) { _ in
            raw("HTTP/1.1 20 OK\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "status-long", "A status of four digits", .malformed()) { _ in
            raw("HTTP/1.1 2000 OK\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "status-negative", "A negative status", .malformed()) { _ in
            raw("HTTP/1.1 -200 OK\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "head-endless", "4 MiB of header fields that never end", .malformed()) { _ in
            ScriptedResponder { _, connection in
                try connection.write(Array("HTTP/1.1 200 OK\r\n".utf8) + endlessFields)
                connection.close()
            }
        },
        Fault(.head, "field-long", "One header field of 1 MiB", .malformed()) { _ in
            raw("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 1 << 20))\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "head-cut", "The connection ends inside the head", .givenUp("connect")) { _ in
            raw("HTTP/1.1 200 OK\r\nContent-Length: 3000", [])
        },
        Fault(.head, "field-nul", "A NUL in a header field", .malformed()) { _ in
            raw("HTTP/1.1 200 OK\r\nX-Field: a\0b\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "field-without-colon", "A header line without a colon", .malformed()) { _ in
            raw("HTTP/1.1 200 OK\r\nthis is no field\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "field-folded", "A header field that is folded over two lines", .done()) { _ in
            raw("HTTP/1.1 200 OK\r\nX-Field: a\r\n b\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "bare-line-feeds", "Lines that end without a carriage return", .done()) { _ in
            raw("HTTP/1.1 200 OK\nContent-Length: 300000\n\n")
        },
        Fault(.head, "interim-some", "A hundred interim responses before the final one", .done()) { _ in
            raw(String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 100) + fineHead)
        },
        Fault(.head, "interim-flood", "Interim responses without end", .malformed()) { _ in
            ScriptedResponder { _, connection in
                let flood = Array(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 500).utf8)
                for _ in 0..<1_000 { try connection.write(flood) }
                connection.close()
            }
        },
        Fault(
            .head, "interim-fields", "An interim response with a Content-Length of its own",
            .done("only the last head counts")
        ) { _ in
            raw("HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\nETag: \"x\"\r\n\r\n" + fineHead)
        },
        Fault(.head, "switching", "101 Switching Protocols that was not requested", .malformed()) { _ in
            raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: smtp\r\nConnection: Upgrade\r\n\r\n")
        },
    ]

    private static let fineHead = "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n"
}

extension Fault {
    /// The faults of a body's length and coding.
    static let ofTheBody: [Fault] = [
        Fault(
            .body, "short-once", "The body ends before its announced length, once",
            .done("resumed where it was cut off", requests: 2...2)
        ) { _ in cut(then: whole) },
        Fault(.body, "short", "The body always ends before its announced length", .givenUp("size")) { _ in
            .short(Array(content.prefix(cut)), announced: content.count)
        },
        Fault(
            .body, "short-in-pieces", "Every body is cut off, but each continues where the last one ended",
            .done("resumed where it was cut off", requests: 3...3)
        ) { _ in
            var file = ScriptedFile(content)
            // More than half of the file, because 64 KiB are requested again each time for comparison.
            file.cutAfter = 160_000
            return .file(file)
        },
        Fault(
            .body, "excess", "More bytes than announced, in every response",
            .givenUp("size")
        ) { _ in .excess(content, excess: Array(repeating: 0x78, count: 100)) },
        Fault(
            .body, "smuggled", "A complete response follows the body, without a request",
            outcomes: [
                .givenUp("size").requesting("first.bin").bytes([7, 8, 9]),
                .done("the smuggled bytes are dropped", as: "second.bin").bytes([1, 2, 3]).requesting("second.bin"),
            ],
            [
                "first.bin": { _ in
                    let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: \"evil\"\r\n\r\nEVIL"
                    return .excess([7, 8, 9], excess: Array(evil.utf8))
                },
                "second.bin": { _ in .ok([1, 2, 3]) },
            ]),
        Fault(
            .body, "empty", "The file is empty", .done(as: fileName).bytes([])
        ) { _ in .ok([]) },
        Fault(
            .body, "until-close", "No length: the body ends with the connection",
            .done("a truncated body cannot be detected")
        ) { _ in raw("HTTP/1.1 200 OK\r\n\r\n") },
        Fault(
            .body, "until-reset", "No length: the body ends with a reset, once",
            .done("a reset counts as truncation", requests: 2...2)
        ) { _ in
            once(
                ScriptedResponder { _, connection in
                    try connection.writeHead(200)
                    try connection.write(content.prefix(cut))
                    // The client must read the bytes so far before it is notified of the reset.
                    try connection.waitUntilRead()
                    connection.reset()
                })
        },
        Fault(
            .body, "length-negative", "Content-Length is negative", .malformed()
        ) { _ in raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n") },
        Fault(
            .body, "length-nonsense", "Content-Length is not a number", .malformed()
        ) { _ in raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n") },
        Fault(
            .body, "length-overflow", "Content-Length is beyond 2⁶⁴", .refused("size")
        ) { _ in raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n") },
        Fault(
            .body, "length-sign", "Content-Length has a plus sign", .malformed()
        ) { _ in raw("HTTP/1.1 200 OK\r\nContent-Length: +300000\r\n\r\n") },
        Fault(
            .body, "length-twice", "Two different Content-Lengths", .malformed()
        ) { _ in raw("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\nContent-Length: 5\r\n\r\n") },
        Fault(
            .body, "length-twice-reversed", "Two different Content-Lengths, the smaller one first", .malformed()
        ) { _ in raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 300000\r\n\r\n") },
        Fault(
            .body, "length-and-chunks", "Both Content-Length and chunks",
            .done("the chunks prevail (RFC 9112, section 6.3)")
        ) { _ in
            .chunked([content], fields: [("Content-Length", "5")])
        },
        Fault(
            .body, "gzip", "A gzip body that was not requested", .done("decoded", requests: 1...2).bytes(hello)
        ) { _ in .ok(gzippedHello, fields: [("Content-Encoding", "gzip"), ("ETag", "\"v1\"")]) },
        Fault(
            .body, "gzip-broken", "Content-Encoding gzip on a body that is not gzip",
            .malformed(requests: 2...4)
        ) { _ in .ok(content, fields: [("Content-Encoding", "gzip")]) },
        Fault(
            .body, "gzip-cut", "A truncated gzip body whose Content-Length is right",
            .givenUp("size", requests: 5...10)
        ) { _ in .ok(Array(gzippedHello.prefix(15)), fields: [("Content-Encoding", "gzip")]) },
        Fault(
            .body, "coding-unknown", "An unknown content coding",
            .done("the bytes as they are")
        ) { _ in .ok(content, fields: [("Content-Encoding", "snafu")]) },
    ]

    /// The text of ``gzippedHello``.
    static let hello = Array("hello".utf8)

    /// `printf hello | gzip -n`.
    static let gzippedHello: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0,
    ]
}

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
