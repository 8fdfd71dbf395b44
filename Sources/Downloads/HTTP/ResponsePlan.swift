package import DownloadQueue
package import Fetching
package import FoundationEssentials
import Syntax
import WHATWGURL

/// A decision about a response, which depends only on its head.
package enum ResponsePlan: Sendable, Equatable {
    /// Accept the body from the first byte. The bytes on disk belong to another version of the file.
    case fromStart(PartialContent)
    /// Accept `count` bytes from an offset: compare those that are already on disk, and append the others.
    case resume(PartialContent, from: Int64, count: Int64)
    /// Finish without a body: all bytes are already on disk.
    case complete(PartialContent)
    /// Refuse the body, and request the whole file.
    case requestAll
    /// Refuse the body, and request the range without If-Range, which the server ignores.
    case requestUnconditionally
    /// Refuse the body, and allow compression in the next request, so that libcurl decodes the body.
    case requestCompressed
    /// Refuse the body: the attempt has failed.
    case fail(QueueFailure, retryAfter: Date?)

    /// Returns the plan for a response.
    ///
    /// - Parameters:
    ///   - head: The head of the final response, after redirections.
    ///   - requested: The range that was requested.
    ///   - disk: The bytes on disk, and the validators of their version.
    ///   - now: The time at which the head was received.
    /// - Returns: The plan; it does not depend on the body.
    package static func decide(head: ResponseHead, range requested: RangeRequest, disk: PartialContent, now: Date)
        -> ResponsePlan
    {
        if [200, 203, 206].contains(head.status), announcesTooMuch(head) {
            let failure = QueueFailure(.excess, "the server announces more than 8 PiB", isLasting: true)
            return .fail(failure, retryAfter: nil)
        }
        return switch head.status {
        case 200, 203: whole(head, range: requested, disk: disk, now: now)
        case 206: part(head, range: requested, disk: disk)
        case 416 where requested.hasRange: unsatisfiable(head, disk: disk)
        default: .fail(.status(head), retryAfter: retryAfter(head, now: now))
        }
    }

    private static func whole(
        _ head: ResponseHead, range requested: RangeRequest, disk: PartialContent, now: Date
    ) -> ResponsePlan {
        // libcurl delivers a decoded body if the request allowed compression.
        if hasCoding(head) || requested == .allCompressed && !head.decodableCodings.isEmpty {
            // The file is the decoded body. It is decoded only if it was requested with compression, and cannot be
            // resumed then.
            guard requested == .allCompressed else { return .requestCompressed }
            var content = PartialContent.nothing
            content.modified = head["Last-Modified"].flatMap { HTTPDate.secondsSince1970($0) }
            content.finalAddress = head.url.withoutCredentials().href
            content.isPage = PageGuard.isPage(head)
            return .fromStart(content)
        }
        if case .rest(_, conditional: true) = requested, let tag = disk.strongETag, tag == head["ETag"] {
            // The version is unchanged, so the server ignored If-Range, but it may still support Range.
            return .requestUnconditionally
        }
        var content = PartialContent(
            total: length(head), etag: head["ETag"],
            lastModified: strongDate(head, now: now))
        content.digest = DigestFields.checksum(head)
        content.modified = head["Last-Modified"].flatMap { HTTPDate.secondsSince1970($0) }
        content.finalAddress = head.url.withoutCredentials().href
        content.isPage = PageGuard.isPage(head)
        return .fromStart(content)
    }

    private static func part(_ head: ResponseHead, range requested: RangeRequest, disk: PartialContent) -> ResponsePlan
    {
        let isMultipart = head["Content-Type"]?.lowercased().hasPrefix("multipart/byteranges") ?? false
        guard let range = head["Content-Range"].flatMap({ ContentRange($0) }), let bytes = range.range, !isMultipart,
            !hasCoding(head), case .rest(let start, let isConditional) = requested, bytes.lowerBound == start
        else {
            return requested.hasRange
                ? .requestAll
                : .fail(QueueFailure(.protocol, "the server sent a range that was not requested"), retryAfter: nil)
        }
        // A different tag or size means a different version, although If-Range should have prevented that. A 206
        // response has the same ETag and Last-Modified as a 200 response would have (RFC 9110, section 15.3.7).
        if head["ETag"] != disk.etag { return .requestAll }
        if disk.etag == nil, let date = head["Last-Modified"], date != disk.lastModified { return .requestAll }
        if let total = disk.total, range.total != nil, range.total != total { return .requestAll }
        if let total = disk.total, bytes.upperBound >= total { return .requestAll }
        if let total = range.total, total < disk.durableBytes { return .requestAll }
        // Without If-Range, only an identical strong ETag proves that the version is unchanged.
        if !isConditional, head["ETag"] != disk.strongETag || range.total == nil { return .requestAll }
        if let length = length(head), length != Int64(bytes.count) { return .requestAll }
        var content = disk
        content.total = disk.total ?? range.total
        return .resume(content, from: start, count: Int64(bytes.count))
    }

    private static func unsatisfiable(_ head: ResponseHead, disk: PartialContent) -> ResponsePlan {
        guard let total = head["Content-Range"].flatMap({ ContentRange($0) })?.total, total == disk.durableBytes,
            disk.total == nil || disk.total == total
        else { return .requestAll }
        if let tag = head["ETag"], let known = disk.etag, tag != known { return .requestAll }
        if disk.etag == nil, let date = head["Last-Modified"], let known = disk.lastModified, date != known {
            return .requestAll
        }
        var content = disk
        content.total = total
        return .complete(content)
    }

    /// Returns the length from Content-Length, which is ignored if Transfer-Encoding is present (RFC 9112, section
    /// 6.3).
    private static func length(_ head: ResponseHead) -> Int64? {
        guard head["Transfer-Encoding"] == nil else { return nil }
        return head["Content-Length"].flatMap { ByteCount(digits: $0)?.bytes }
    }

    /// Returns true if a length, a position or a size in the head is out of `ByteCount.range`.
    private static func announcesTooMuch(_ head: ResponseHead) -> Bool {
        if head.status == 206, let range = head["Content-Range"], ContentRange.isTooLarge(range) { return true }
        guard head["Transfer-Encoding"] == nil, let length = head["Content-Length"] else { return false }
        // All lengths that are not numbers are refused before the head arrives here.
        return ByteCount(digits: length) == nil && ASCII.isDigits(length)
    }

    private static func hasCoding(_ head: ResponseHead) -> Bool {
        !head.decodableCodings.isEmpty && !isCodedGzipFile(head)
    }

    /// Returns true if a gzip file is declared to be sent with the coding gzip.
    ///
    /// Its body is kept as it is, unless its first bytes show that it was compressed twice.
    static func isCodedGzipFile(_ head: ResponseHead) -> Bool {
        [["gzip"], ["x-gzip"]].contains(head.decodableCodings) && isGzipFile(head)
    }

    /// Returns true if the media type or the file name shows that the file itself is in gzip format.
    ///
    /// With `AddEncoding x-gzip .gz`, Apache sends such files with a Content-Encoding although they are meant to stay
    /// compressed. Browsers do not decode them either.
    private static func isGzipFile(_ head: ResponseHead) -> Bool {
        let type = MediaType.extract(from: head.values(of: "Content-Type"))?.essence
        if let type, ["application/gzip", "application/x-gzip", "application/x-gunzip"].contains(type) { return true }
        let name = head["Content-Disposition"].flatMap(ContentDisposition.fileName) ?? head.url.path
        return [".gz", ".tgz"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Returns Last-Modified if it can serve as a strong validator.
    ///
    /// It must be at least one second older than the response: within that second, the resource could have changed
    /// again without a new date (RFC 9110, section 8.8.2.2).
    private static func strongDate(_ head: ResponseHead, now: Date) -> String? {
        guard let text = head["Last-Modified"], let modified = HTTPDate.secondsSince1970(text) else { return nil }
        let sent = head["Date"].flatMap { HTTPDate.secondsSince1970($0) } ?? seconds(now)
        return sent - modified >= 1 ? text : nil
    }

    private static func retryAfter(_ head: ResponseHead, now: Date) -> Date? {
        guard let field = head["Retry-After"], let delay = RetryAfter.delay(field, now: seconds(now)) else {
            return nil
        }
        return now.addingTimeInterval(delay.seconds)
    }

    private static func seconds(_ date: Date) -> Int64 { Int64(clamping: date.timeIntervalSince1970, rounding: .down) }
}

/// The part of a file that a request covers, and its precondition.
package enum RangeRequest: Sendable, Hashable {
    /// The whole file, without a content coding.
    case all
    /// The whole file, without a content coding, on a single connection.
    case allUnsplit
    /// The whole file, in any content coding that libcurl decodes.
    case allCompressed
    /// The bytes from an offset shortly before the missing ones, so that some bytes can be compared. `conditional` is
    /// false if the server ignores If-Range.
    case rest(from: Int64, conditional: Bool)

    /// True if the request has a Range field.
    var hasRange: Bool {
        switch self {
        case .all, .allUnsplit, .allCompressed: false
        case .rest: true
        }
    }

    /// Returns the value of the Range field, or nil for a whole file; `end` is exclusive, and nil means the end of the
    /// file.
    func range(to end: Int64?) -> String? {
        guard case .rest(let start, _) = self else { return nil }
        return "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")"
    }

    /// The number of bytes on disk that are requested again.
    ///
    /// Comparing them shows that the file is unchanged, without relying on the server's validators.
    static let overlapBytes: Int64 = 64 << 10

    /// Returns the request for the bytes after those on disk.
    ///
    /// - Parameters:
    ///   - count: The number of bytes on disk, at least 1.
    ///   - conditional: True for a request with If-Range.
    /// - Returns: The request. It never begins at 0, because many servers then send the whole file.
    package static func remainder(after count: Int64, conditional: Bool) -> RangeRequest {
        .rest(from: max(1, count - overlapBytes), conditional: conditional)
    }
}

extension QueueFailure {
    /// Returns the failure for a status code: 204, 205, 3xx and 4xx are permanent, except 408, 425 and 429.
    static func status(_ head: ResponseHead) -> QueueFailure {
        let isLasting =
            switch head.status {
            case 408, 425, 429: false
            case 204, 205, 300..<500: true
            default: false
            }
        return QueueFailure(.http, "the server answered \(head.status)", isLasting: isLasting)
    }
}
