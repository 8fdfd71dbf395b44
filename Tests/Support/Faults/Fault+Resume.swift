extension Fault {
    /// The faults of the response to the request that resumes a download.
    static let ofResuming: [Fault] = [
        Fault(
            .resume, "range-ignored", "200 to a Range",
            .done("restarted from 0", requests: 2...3)
        ) { _ in
            var file = ScriptedFile(content)
            file.ignoresRange = true
            return cut(then: .file(file))
        },
        Fault(
            .resume, "range-wrong-start", "206 with bytes from another place",
            .done("none of them is written; restarted from 0", requests: 3...3)
        ) { _ in cut(then: damaged { $0.contentRangeShift = 7 }) },
        Fault(
            .resume, "range-wrong-total", "206 with another total",
            .done("restarted from 0", requests: 3...3)
        ) { _ in cut(then: damaged { $0.contentRangeTotal = 400_000 }) },
        Fault(
            .resume, "range-beyond-total", "206 whose bytes end beyond its total",
            .done("restarted from 0", requests: 3...3)
        ) { _ in cut(then: damaged { $0.contentRangeTotal = 200_000 }) },
        Fault(
            .resume, "range-missing", "206 without Content-Range", .done("restarted from 0", requests: 3...3)
        ) { _ in cut(then: partial(nil)) },
        Fault(
            .resume, "range-nonsense", "206 whose Content-Range is nonsense", .done("restarted from 0", requests: 3...3)
        ) { _ in cut(then: partial("bytes 5-")) },
        Fault(
            .resume, "range-unit", "206 whose Content-Range counts lines", .done("restarted from 0", requests: 3...3)
        ) { _ in cut(then: partial("lines 100000-299999/300000")) },
        Fault(
            .resume, "range-backwards", "206 whose range ends before it begins",
            .done("restarted from 0", requests: 3...3)
        ) { _ in cut(then: partial("bytes 299999-100000/300000")) },
        Fault(
            .resume, "range-wrong-length", "206 whose Content-Length is not its range's",
            .done("restarted from 0", requests: 3...3)
        ) { _ in
            cut(
                then: onlyForRanges { first, connection in
                    let fields = [
                        ("Content-Range", "bytes \(first)-299999/300000"), ("ETag", "\"v1\""),
                        ("Content-Length", "\(300_000 - first + 50)"),
                    ]
                    try connection.writeHead(206, fields)
                    try connection.write(content[first...] + Array(repeating: 0x78, count: 50))
                })
        },
        Fault(
            .resume, "range-digest", "206 whose Content-Digest is of other bytes",
            .done("restarted from 0", requests: 3...3)
        ) { _ in
            cut(
                then: onlyForRanges { first, connection in
                    let fields = [
                        ("Content-Range", "bytes \(first)-299999/300000"), ("ETag", "\"v1\""),
                        ("Content-Length", "\(300_000 - first)"),
                        ("Content-Digest", "sha-256=:\(String(repeating: "A", count: 43))=:"),
                    ]
                    try connection.writeHead(206, fields)
                    try connection.write(content[first..<299_999] + [content[299_999] ^ 1])
                })
        },
        Fault(
            .resume, "range-excess", "206 with more bytes than its range, in chunks",
            .done("restarted from 0", requests: 3...3)
        ) { _ in
            cut(
                then: onlyForRanges { first, connection in
                    let fields = [
                        ("Content-Range", "bytes \(first)-299999/300000"), ("ETag", "\"v1\""),
                        ("Transfer-Encoding", "chunked"),
                    ]
                    try connection.writeHead(206, fields)
                    try connection.writeChunk(content[first...] + Array(repeating: 0x78, count: 50))
                    try connection.endChunks()
                })
        },
        Fault(
            .resume, "range-shorter", "206 with fewer bytes than requested",
            .done("resumed after them", requests: 3...3)
        ) { _ in
            .sequence([
                cutFile,
                ScriptedResponder { request, connection in
                    let first = start(of: request) ?? 0
                    let fields = [
                        ("Content-Range", "bytes \(first)-199999/300000"), ("ETag", "\"v1\""),
                        ("Content-Length", "\(200_000 - first)"),
                    ]
                    try connection.writeHead(206, fields)
                    try connection.write(content[first..<200_000])
                }, whole,
            ])
        },
        Fault(
            .resume, "multipart", "206 as multipart/byteranges", .done("restarted from 0", requests: 3...3)
        ) { _ in
            cut(
                then: onlyForRanges { first, connection in
                    let part = "--x\r\nContent-Range: bytes \(first)-299999/300000\r\n\r\n"
                    let body = Array(part.utf8) + content[first...] + Array("\r\n--x--\r\n".utf8)
                    let fields = [
                        ("Content-Type", "multipart/byteranges; boundary=x"), ("ETag", "\"v1\""),
                        ("Content-Length", "\(body.count)"),
                    ]
                    try connection.writeHead(206, fields)
                    try connection.write(body)
                })
        },
        Fault(
            .resume, "range-gzip", "206 in gzip that was not requested", .done("restarted from 0", requests: 3...3)
        ) { _ in
            cut(
                then: onlyForRanges { first, connection in
                    let fields = [
                        ("Content-Range", "bytes \(first)-\(first + gzippedHello.count - 1)/300000"),
                        ("ETag", "\"v1\""), ("Content-Encoding", "gzip"), ("Content-Length", "\(gzippedHello.count)"),
                    ]
                    try connection.writeHead(206, fields)
                    try connection.write(gzippedHello)
                })
        },
        Fault(
            .resume, "range-unasked", "206 to a request without Range", .malformed()
        ) { _ in partial("bytes 0-299999/300000") },
        Fault(
            .resume, "complete-416", "416, since all bytes have been received already",
            .done("verified; nothing is fetched again", requests: 2...2)
        ) { _ in
            // No length is announced, and the last chunk is missing.
            .sequence([.chunked([content], fields: [("ETag", "\"v1\"")], isCut: true), whole])
        },
        Fault(
            .resume, "range-416", "416 to every Range, though bytes are missing",
            .done("restarted from 0", requests: 3...3)
        ) { _ in
            cut(
                then: onlyForRanges { _, connection in
                    try connection.writeHead(416, [("Content-Range", "bytes */300000"), ("Content-Length", "0")])
                })
        },
        Fault(
            .resume, "range-416-shrunk", "416, since the file has become shorter",
            .done("restarted from 0", requests: 2...3).bytes(Array(changed.prefix(50_000)))
        ) { _ in cut(then: .file(ScriptedFile(Array(changed.prefix(50_000)), etag: "\"v1\""))) },
        Fault(
            .resume, "range-404", "404 when the download is resumed",
            .refused("http", requests: 2...2).with { $0.keepsPart = true }
        ) { _ in cut(then: .status(404)) },
        Fault(
            .resume, "range-redirect", "A redirect to another version when the download is resumed",
            .done("restarted from 0", requests: 3...4).bytes(changed),
            others: ["other.bin": { _ in .file(ScriptedFile(changed, etag: "\"v2\"")) }]
        ) { run in cut(then: .redirect(to: run.path("other.bin"))) },
    ]

    // MARK: Parts

    /// Returns a responder that serves a file with faults to requests with a Range field, and without faults to others.
    private static func damaged(_ change: (inout ScriptedFile) -> Void) -> ScriptedResponder {
        var file = ScriptedFile(content)
        change(&file)
        let faulty = ScriptedResponder.file(file)
        return ScriptedResponder { request, connection in
            let responder = request.value(of: "Range") == nil ? whole : faulty
            try responder.respond(request, connection)
        }
    }

    /// Returns a responder that treats requests with a Range field specially, and serves the file to others.
    private static func onlyForRanges(
        _ respond: @escaping @Sendable (_ first: Int, ScriptedConnection) throws -> Void
    ) -> ScriptedResponder {
        ScriptedResponder { request, connection in
            guard let first = start(of: request) else { return try whole.respond(request, connection) }
            try respond(first, connection)
        }
    }

    /// Returns a responder that sends a 206 response with a wrong Content-Range.
    ///
    /// If the range is the whole file, requests without a Range field get this response too.
    private static func partial(_ range: String?) -> ScriptedResponder {
        ScriptedResponder { request, connection in
            let first = start(of: request)
            let isWhole = range == "bytes 0-299999/300000"
            guard first != nil || isWhole else { return try whole.respond(request, connection) }
            let body = Array(content[(first ?? 0)...])
            var fields = [("ETag", "\"v1\""), ("Content-Length", "\(body.count)")]
            if let range { fields.append(("Content-Range", range)) }
            try connection.writeHead(206, fields)
            try connection.write(body)
        }
    }

    /// Returns the first position in the request's Range field; nil if there is none.
    private static func start(of request: ScriptedRequest) -> Int? {
        request.value(of: "Range").flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) }
    }

    private static var cutFile: ScriptedResponder {
        var file = ScriptedFile(content)
        file.cutAfter = cut
        return .file(file)
    }
}

extension Fault {
    /// The faults of a file that changes between a cut and the request that resumes the download.
    ///
    /// Bytes of two versions must never be mixed.
    static let ofVersions: [Fault] = [
        Fault(
            .resume, "etag-changed", "Another version with another ETag",
            .done("restarted from 0", requests: 2...3).bytes(changed)
        ) { _ in cut(then: .file(ScriptedFile(changed, etag: "\"v2\""))) },
        Fault(
            .resume, "etag-changed-206", "Another version as 206, against If-Range",
            .done("restarted from 0", requests: 3...3).bytes(changed)
        ) { _ in
            var file = ScriptedFile(changed, etag: "\"v2\"")
            file.ignoresIfRange = true
            return cut(then: .file(file))
        },
        Fault(
            .resume, "etag-gone-206", "Another version without an ETag as 206",
            .done("restarted from 0", requests: 3...3).bytes(changed)
        ) { _ in
            var file = ScriptedFile(changed, etag: nil)
            file.ignoresIfRange = true
            return cut(then: .file(file))
        },
        Fault(
            .resume, "etag-kept", "Another version under the same ETag",
            .done("the end of the part file is compared; restarted from 0", requests: 3...3).bytes(changed)
        ) { _ in cut(then: .file(ScriptedFile(changed))) },
        Fault(
            .resume, "etag-weak", "Only a weak ETag",
            .done("restarted from 0, since it proves nothing", requests: 2...2)
        ) { _ in
            let file = ScriptedFile(content, etag: "W/\"v1\"")
            return cut(file, then: .file(file))
        },
        Fault(
            .resume, "etag-unquoted", "An ETag without quotes",
            .done("restarted from 0, since it proves nothing", requests: 2...2)
        ) { _ in
            let file = ScriptedFile(content, etag: "v1")
            return cut(file, then: .file(file))
        },
        Fault(
            .resume, "no-validator", "Neither ETag nor Last-Modified",
            .done("restarted from 0, since nothing proves the version", requests: 2...2).bytes(changed)
        ) { _ in cut(ScriptedFile(content, etag: nil), then: .file(ScriptedFile(changed, etag: nil))) },
        Fault(
            .resume, "date-kept", "Last-Modified, and the same version",
            .done("resumed where it was cut off", requests: 2...2)
        ) { _ in
            let file = ScriptedFile(content, etag: nil, lastModified: past)
            return cut(file, then: .file(file))
        },
        Fault(
            .resume, "date-changed-206", "Another Last-Modified as 206, against If-Range",
            .done("restarted from 0", requests: 3...3).bytes(changed)
        ) { _ in
            var file = ScriptedFile(changed, etag: nil, lastModified: "Mon, 07 Nov 1994 08:49:37 GMT")
            file.ignoresIfRange = true
            return cut(ScriptedFile(content, etag: nil, lastModified: past), then: .file(file))
        },
        Fault(
            .resume, "date-recent", "Last-Modified is in the same second as the response",
            .done("restarted from 0, since the file may change again within it", requests: 2...2).bytes(changed)
        ) { _ in
            let fields = [ScriptedRequest.Field(name: "Date", value: past)]
            var file = ScriptedFile(content, etag: nil, lastModified: past)
            file.fields = fields
            var other = ScriptedFile(changed, etag: nil, lastModified: past)
            other.fields = fields
            return cut(file, then: .file(other))
        },
        Fault(
            .resume, "grown", "The file has grown, with another ETag",
            .done("restarted from 0", requests: 2...3).bytes(changed + content)
        ) { _ in cut(then: .file(ScriptedFile(changed + content, etag: "\"v2\""))) },
        Fault(
            .resume, "grown-etag-kept", "The file has grown under the same ETag",
            .done("restarted from 0", requests: 3...3).bytes(content + [1, 2, 3])
        ) { _ in cut(then: .file(ScriptedFile(content + [1, 2, 3]))) },
        Fault(
            .resume, "emptied", "The file has become empty", .done("restarted from 0", requests: 2...3).bytes([])
        ) { _ in cut(then: .ok([], fields: [("ETag", "\"v2\"")])) },
        Fault(
            .resume, "if-range-unknown", "200 with the same ETag: the server knows Range but not If-Range",
            .done("resumed with a plain Range", requests: 3...3)
        ) { _ in
            cut(
                then: ScriptedResponder { request, connection in
                    var file = ScriptedFile(content)
                    file.ignoresRange = request.value(of: "If-Range") != nil
                    try ScriptedResponder.file(file).respond(request, connection)
                })
        },
    ]

    private static let past = "Sun, 06 Nov 1994 08:49:37 GMT"
}
