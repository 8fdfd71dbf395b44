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
                    try connection.pause(.milliseconds(200))
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
