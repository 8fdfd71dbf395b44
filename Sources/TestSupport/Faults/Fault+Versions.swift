extension Fault {
    /// What can change between a cut and the request that goes on: bytes of two versions must never meet.
    static let ofVersions: [Fault] = [
        Fault(
            .resume, "etag-changed", "Another version with another ETag",
            .done("from 0", requests: 2...3).bytes(changed)
        ) { _ in cut(then: .file(ScriptedFile(changed, etag: "\"v2\""))) },
        Fault(
            .resume, "etag-changed-206", "Another version as 206, against If-Range",
            .done("from 0", requests: 3...3).bytes(changed)
        ) { _ in
            var file = ScriptedFile(changed, etag: "\"v2\"")
            file.ignoresIfRange = true
            return cut(then: .file(file))
        },
        Fault(
            .resume, "etag-gone-206", "Another version without an ETag as 206",
            .done("from 0", requests: 3...3).bytes(changed)
        ) { _ in
            var file = ScriptedFile(changed, etag: nil)
            file.ignoresIfRange = true
            return cut(then: .file(file))
        },
        Fault(
            .resume, "etag-kept", "Another version under the same ETag",
            .done("the end on disk is compared; from 0", requests: 3...3).bytes(changed)
        ) { _ in cut(then: .file(ScriptedFile(changed))) },
        Fault(
            .resume, "etag-weak", "Only a weak ETag", .done("from 0, as it proves nothing", requests: 2...2)
        ) { _ in
            let file = ScriptedFile(content, etag: "W/\"v1\"")
            return cut(file, then: .file(file))
        },
        Fault(
            .resume, "etag-unquoted", "An ETag without quotes", .done("from 0, as it proves nothing", requests: 2...2)
        ) { _ in
            let file = ScriptedFile(content, etag: "v1")
            return cut(file, then: .file(file))
        },
        Fault(
            .resume, "no-validator", "Neither ETag nor Last-Modified",
            .done("from 0, as nothing proves the version", requests: 2...2).bytes(changed)
        ) { _ in cut(ScriptedFile(content, etag: nil), then: .file(ScriptedFile(changed, etag: nil))) },
        Fault(
            .resume, "date-kept", "Last-Modified, and the same version",
            .done("goes on where it was cut", requests: 2...2)
        ) { _ in
            let file = ScriptedFile(content, etag: nil, lastModified: past)
            return cut(file, then: .file(file))
        },
        Fault(
            .resume, "date-changed-206", "Another Last-Modified as 206, against If-Range",
            .done("from 0", requests: 3...3).bytes(changed)
        ) { _ in
            var file = ScriptedFile(changed, etag: nil, lastModified: "Mon, 07 Nov 1994 08:49:37 GMT")
            file.ignoresIfRange = true
            return cut(ScriptedFile(content, etag: nil, lastModified: past), then: .file(file))
        },
        Fault(
            .resume, "date-recent", "Last-Modified in the second of the answer",
            .done("from 0, as the file may change again within it", requests: 2...2).bytes(changed)
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
            .done("from 0", requests: 2...3).bytes(changed + content)
        ) { _ in cut(then: .file(ScriptedFile(changed + content, etag: "\"v2\""))) },
        Fault(
            .resume, "grown-etag-kept", "The file has grown under the same ETag",
            .done("from 0", requests: 3...3).bytes(content + [1, 2, 3])
        ) { _ in cut(then: .file(ScriptedFile(content + [1, 2, 3]))) },
        Fault(
            .resume, "emptied", "The file has become empty", .done("from 0", requests: 2...3).bytes([])
        ) { _ in cut(then: .ok([], fields: [("ETag", "\"v2\"")])) },
        Fault(
            .resume, "if-range-unknown", "200 with the same ETag: the server knows Range but not If-Range",
            .done("goes on by a plain Range", requests: 3...3)
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
