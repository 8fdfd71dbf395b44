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
