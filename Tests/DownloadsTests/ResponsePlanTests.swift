import DownloadQueue
import Downloads
import Fetching
import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@Suite("Plan for a response")
struct ResponsePlanTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let strong = PartialContent(durableBytes: 100, total: 1_000, etag: "\"a\"")

    struct Row: Sendable {
        var status: Int
        var fields: [String: String] = [:]
        var range = RangeRequest.rest(from: 100, conditional: true)
        var disk = ResponsePlanTests.strong
        var expected: ResponsePlan
    }

    /// Returns the plan for a complete response; `modified` is in seconds since 1970.
    private static func whole(
        total: Int64? = nil, etag: String? = nil, lastModified: String? = nil, modified: Int64? = nil,
        digest: Checksum? = nil
    ) -> ResponsePlan {
        var content = PartialContent(total: total, etag: etag, lastModified: lastModified)
        content.modified = modified
        content.digest = digest
        content.finalAddress = "https://example.org/a"
        return .fromStart(content)
    }

    @Test(
        "A response is accepted, rejected, or replaced by another request",
        arguments: [
            Row(
                status: 200, fields: ["ETag": "\"b\"", "Content-Length": "50"], range: .all, disk: .nothing,
                expected: whole(total: 50, etag: "\"b\"")),
            Row(
                status: 206, fields: ["ETag": "\"a\"", "Content-Range": "bytes 100-999/1000"],
                expected: .resume(strong, from: 100, count: 900)),
            // The entity tag of another version: the body belongs to that version.
            Row(status: 200, fields: ["ETag": "\"b\""], expected: whole(etag: "\"b\"")),
            // The same version from a server that does not support If-Range.
            Row(status: 200, fields: ["ETag": "\"a\""], expected: .requestUnconditionally),
            Row(
                status: 200, fields: ["ETag": "\"a\""], range: .rest(from: 100, conditional: false),
                expected: whole(etag: "\"a\"")),
            Row(
                status: 206, fields: ["Content-Range": "bytes 100-999/1000"],
                range: .rest(from: 100, conditional: false),
                expected: .requestAll),
            Row(
                status: 206, fields: ["Content-Range": "bytes 100-999/1000", "ETag": "\"a\""],
                range: .rest(from: 100, conditional: false), expected: .resume(strong, from: 100, count: 900)),
            // Wrong ranges.
            Row(status: 206, fields: ["Content-Range": "bytes 99-999/1000"], expected: .requestAll),
            Row(status: 206, fields: ["Content-Range": "bytes 101-999/1000"], expected: .requestAll),
            Row(status: 206, fields: ["Content-Range": "bytes 100-999/1001"], expected: .requestAll),
            Row(status: 206, fields: ["Content-Range": "bytes 100-1000/*"], expected: .requestAll),
            Row(status: 206, fields: ["Content-Range": "bytes 100-1000/1000"], expected: .requestAll),
            Row(status: 206, fields: [:], expected: .requestAll),
            Row(status: 206, fields: ["Content-Range": "bytes 100-999/1000", "ETag": "\"b\""], expected: .requestAll),
            Row(
                status: 206, fields: ["Content-Range": "bytes 100-999/1000", "ETag": "W/\"a\""], expected: .requestAll),
            Row(
                status: 206, fields: ["Content-Range": "bytes 100-999/1000", "Content-Length": "901"],
                expected: .requestAll),
            Row(
                status: 206,
                fields: ["Content-Range": "bytes 100-999/1000", "Content-Type": "multipart/byteranges; boundary=x"],
                expected: .requestAll),
            Row(
                status: 206, fields: ["Content-Range": "bytes 100-999/1000", "Content-Encoding": "gzip"],
                expected: .requestAll),
            Row(
                status: 206, fields: ["Content-Range": "bytes 0-9/10"], range: .all, disk: .nothing,
                expected: .fail(
                    QueueFailure(.protocol, "the server sent a range that was not requested"), retryAfter: nil)),
            // The range may begin before the end of the bytes on disk, for comparison.
            Row(
                status: 206, fields: ["Content-Range": "bytes 40-999/1000", "ETag": "\"a\""],
                range: .rest(from: 40, conditional: true),
                expected: .resume(strong, from: 40, count: 960)),
            // A range that is shorter than requested is accepted.
            Row(
                status: 206, fields: ["Content-Range": "bytes 100-499/1000", "ETag": "\"a\""],
                expected: .resume(strong, from: 100, count: 400)),
            // 416.
            Row(
                status: 416, fields: ["Content-Range": "bytes */100"],
                disk: PartialContent(durableBytes: 100, etag: "\"a\""),
                expected: .complete(PartialContent(durableBytes: 100, total: 100, etag: "\"a\""))),
            Row(
                status: 416, fields: ["Content-Range": "bytes */100", "ETag": "\"b\""],
                disk: PartialContent(durableBytes: 100, etag: "\"a\""), expected: .requestAll),
            Row(
                status: 416, fields: ["Content-Range": "bytes */100", "ETag": "W/\"a\""],
                disk: PartialContent(durableBytes: 100, etag: "\"a\""), expected: .requestAll),
            Row(
                status: 416,
                fields: ["Content-Range": "bytes */100", "Last-Modified": "Mon, 02 Jan 2023 00:00:00 GMT"],
                disk: PartialContent(durableBytes: 100, lastModified: "Sun, 01 Jan 2023 00:00:00 GMT"),
                expected: .requestAll),
            Row(
                status: 416, fields: ["Content-Range": "bytes */100", "ETag": "\"a\""],
                disk: PartialContent(durableBytes: 100, total: 101, etag: "\"a\""), expected: .requestAll),
            Row(
                status: 416, fields: ["Content-Range": "bytes */101", "ETag": "\"a\""],
                disk: PartialContent(durableBytes: 100, total: 101, etag: "\"a\""), expected: .requestAll),
            Row(
                status: 206,
                fields: [
                    "Content-Range": "bytes 100-999/1000", "Last-Modified": "Mon, 02 Jan 2023 00:00:00 GMT",
                ],
                disk: PartialContent(
                    durableBytes: 100, total: 1000, lastModified: "Sun, 01 Jan 2023 00:00:00 GMT"),
                expected: .requestAll),
            // Without If-Range, the range must come from a version of which the size is known.
            Row(
                status: 206, fields: ["Content-Range": "bytes 100-999/*", "ETag": "\"a\""],
                range: .rest(from: 100, conditional: false), expected: .requestAll),
            Row(
                status: 206, fields: ["Content-Range": "bytes 100-999/1000", "ETag": "W/\"a\""],
                range: .rest(from: 100, conditional: false),
                disk: PartialContent(durableBytes: 100, total: 1000, etag: "W/\"a\""), expected: .requestAll),
            Row(status: 416, fields: ["Content-Range": "bytes */100"], expected: .requestAll),
            Row(status: 416, fields: ["Content-Range": "bytes */50"], expected: .requestAll),
            Row(status: 416, expected: .requestAll),
            // Codings.
            Row(
                status: 200, fields: ["Content-Encoding": "gzip"], range: .all, disk: .nothing,
                expected: .requestCompressed),
            // The file itself is a gzip file: Apache sends a content coding although it means the file's format.
            Row(
                status: 200, fields: ["Content-Encoding": "x-gzip", "Content-Type": "application/x-gzip; q=1"],
                range: .all, disk: .nothing, expected: whole()),
            Row(
                status: 200,
                fields: ["Content-Encoding": "gzip", "Content-Disposition": "attachment; filename=a.tar.GZ"],
                range: .all, disk: .nothing, expected: whole()),
            // A body in a requested coding has been decoded, whatever its media type.
            Row(
                status: 200,
                fields: ["Content-Encoding": "gzip", "Content-Type": "application/gzip", "Content-Length": "7"],
                range: .allCompressed, disk: .nothing, expected: whole()),
            Row(
                status: 200, fields: ["Content-Encoding": "br", "Content-Type": "application/gzip"],
                range: .all, disk: .nothing, expected: .requestCompressed),
            Row(
                status: 200, fields: ["Content-Encoding": "gzip", "ETag": "\"a\"", "Content-Length": "7"],
                range: .allCompressed, disk: .nothing, expected: whole()),
            Row(
                status: 200, fields: ["Content-Encoding": "identity"], range: .all, disk: .nothing,
                expected: whole()),
            // Dates are strong only if they are at least a second old.
            Row(
                status: 200,
                fields: [
                    "Last-Modified": "Tue, 14 Nov 2023 22:13:19 GMT", "Date": "Tue, 14 Nov 2023 22:13:20 GMT",
                ], range: .all, disk: .nothing,
                expected: whole(lastModified: "Tue, 14 Nov 2023 22:13:19 GMT", modified: 1_699_999_999)),
            Row(
                status: 200,
                fields: [
                    "Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT", "Date": "Tue, 14 Nov 2023 22:13:20 GMT",
                ], range: .all, disk: .nothing, expected: whole(modified: 1_700_000_000)),
            // Statuses.
            Row(
                status: 404, range: .all, disk: .nothing,
                expected: .fail(QueueFailure(.http, "the server answered 404", isLasting: true), retryAfter: nil)),
            Row(
                status: 503, fields: ["Retry-After": "120"],
                expected: .fail(
                    QueueFailure(.http, "the server answered 503"), retryAfter: now.addingTimeInterval(120))),
            Row(
                status: 429, fields: ["Retry-After": "Tue, 14 Nov 2023 22:14:20 GMT"],
                expected: .fail(
                    QueueFailure(.http, "the server answered 429"), retryAfter: now.addingTimeInterval(60))),
            Row(
                status: 503, fields: ["Retry-After": "soon"],
                expected: .fail(QueueFailure(.http, "the server answered 503"), retryAfter: nil)),
            Row(
                status: 416, range: .all, disk: .nothing,
                expected: .fail(QueueFailure(.http, "the server answered 416", isLasting: true), retryAfter: nil)),
        ])
    func decides(row: Row) throws {
        let url = try #require(WebURL("https://example.org/a"))
        let fields = row.fields.map { HeaderField(name: $0.key, value: $0.value) }
        let head = ResponseHead(status: row.status, fields: fields, url: url)
        #expect(ResponsePlan.decide(head: head, range: row.range, disk: row.disk, now: Self.now) == row.expected)
    }

    @Test(
        "A status of 4xx is permanent, except 408, 425 and 429",
        arguments: [400, 401, 403, 404, 408, 410, 425, 429, 451, 500, 502, 503, 504])
    func permanent(status: Int) throws {
        let url = try #require(WebURL("https://example.org/a"))
        let head = ResponseHead(status: status, fields: [], url: url)
        let plan = ResponsePlan.decide(head: head, range: .all, disk: .nothing, now: Self.now)
        guard case .fail(let failure, _) = plan else {
            Issue.record("\(plan)")
            return
        }
        #expect(failure.isLasting == ((400..<500).contains(status) && ![408, 425, 429].contains(status)))
    }

    @Test(
        "Only a strong entity tag is used for If-Range",
        arguments: [
            ("\"a\"", true), ("\"\"", true), ("W/\"a\"", false), ("a", false), ("\"a", false), ("\"a\"b\"", false),
            ("", false),
        ])
    func strongTags(tag: String, isStrong: Bool) {
        #expect(HeaderField.isStrongEntityTag(tag) == isStrong)
        let content = PartialContent(durableBytes: 1, etag: tag, lastModified: "Tue, 14 Nov 2023 22:13:19 GMT")
        // A weak entity tag rules out the date too, because the server has said that bytes may differ.
        #expect(content.validator == (isStrong ? tag : nil))
    }

    @Test(
        "Content-Range is parsed strictly",
        arguments: [
            "bytes 0-1", "bytes 0-9/5", "bytes 5-4/10", "bytes */*", "items 0-1/2", "bytes -1-2/3",
            "bytes 0-1/99999999999999999999", "bytes 0-+1/3", "bytes=0-1/2",
        ])
    func malformedContentRange(value: String) {
        #expect(ContentRange(value) == nil)
    }
}
