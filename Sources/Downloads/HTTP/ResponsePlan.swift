package import DownloadQueue
package import FoundationEssentials
package import Transfer
import WHATWGURL

/// The plan for a response, decided from its head alone.
package enum ResponsePlan: Sendable, Equatable {
    /// Accept the body from the first byte. The bytes on disk belong to another version.
    case fromStart(PartialContent)
    /// Accept the body, a number of bytes from an offset: compare those on disk, and append the others.
    case resume(PartialContent, from: Int64, count: Int64)
    /// All bytes are on disk already.
    case complete(PartialContent)
    /// Refuse the body, and request the whole file.
    case requestAll
    /// Refuse the body, and request the range without If-Range, which the server does not understand.
    case requestUnconditionally
    /// Refuse the body, and allow compression in the next request, so that libcurl decodes the body.
    case requestCompressed
    /// Refuse the body: the attempt has failed.
    case fail(QueueFailure, retryAfter: Date?)

    /// Returns the plan for a response.
    ///
    /// - Parameters:
    ///   - head: The head of the final response.
    ///   - requested: The bytes that were requested.
    ///   - disk: The bytes on disk, and their version.
    ///   - now: The time at which the head was received.
    /// - Returns: The plan.
    package static func decide(head: ResponseHead, range requested: RangeRequest, disk: PartialContent, now: Date)
        -> ResponsePlan
    {
        switch head.status {
        case 200, 203: whole(head, range: requested, disk: disk, now: now)
        case 206: part(head, range: requested, disk: disk)
        case 416 where requested.hasRange: unsatisfiable(head, disk: disk)
        default: .fail(.status(head), retryAfter: retryAfter(head, now: now))
        }
    }

    private static func whole(
        _ head: ResponseHead, range requested: RangeRequest, disk: PartialContent, now: Date
    ) -> ResponsePlan {
        // A body that was requested with compression is decoded before it is passed on.
        if hasCoding(head) || requested == .allCompressed && head["Content-Encoding"] != nil {
            // The coded bytes are not the file. Only a decoded body is, and that cannot be resumed.
            guard requested == .allCompressed else { return .requestCompressed }
            var content = PartialContent.nothing
            content.modified = head["Last-Modified"].flatMap { HTTPDate.secondsSince1970($0) }
            content.finalAddress = head.url.withoutCredentials().href
            return .fromStart(content)
        }
        if case .rest(_, conditional: true) = requested, let tag = disk.strongETag, tag == head["ETag"] {
            // The same version, so the server did not understand If-Range; it may still know Range.
            return .requestUnconditionally
        }
        var content = PartialContent(
            total: length(head), etag: head["ETag"],
            lastModified: strongDate(head, now: now))
        content.digest = DigestFields.checksum(head)
        content.modified = head["Last-Modified"].flatMap { HTTPDate.secondsSince1970($0) }
        content.finalAddress = head.url.withoutCredentials().href
        return .fromStart(content)
    }

    static func part(_ head: ResponseHead, range requested: RangeRequest, disk: PartialContent) -> ResponsePlan {
        let isMultipart = head["Content-Type"]?.lowercased().hasPrefix("multipart/byteranges") ?? false
        guard let range = head["Content-Range"].flatMap({ ContentRange($0) }), let bytes = range.range, !isMultipart,
            !hasCoding(head), case .rest(let start, let isConditional) = requested, bytes.lowerBound == start
        else {
            return requested.hasRange
                ? .requestAll
                : .fail(QueueFailure(.protocol, "the server sent a range that was not requested"), retryAfter: nil)
        }
        // Another tag or another size is another version, whatever If-Range should have prevented.
        // A part carries the tag and the date that the whole would (RFC 9110, section 15.3.7); one without is
        // another's.
        if head["ETag"] != disk.etag { return .requestAll }
        if disk.etag == nil, let date = head["Last-Modified"], date != disk.lastModified { return .requestAll }
        if let total = disk.total, range.total != nil, range.total != total { return .requestAll }
        if let total = disk.total, bytes.upperBound >= total { return .requestAll }
        // Without If-Range only the same strong tag proves that it is the same version.
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
        var content = disk
        content.total = total
        return .complete(content)
    }

    /// The announced length, which means nothing beside a transfer coding (RFC 9112, section 6.3).
    private static func length(_ head: ResponseHead) -> Int64? {
        guard head["Transfer-Encoding"] == nil else { return nil }
        return head["Content-Length"].flatMap { ContentRange.number($0) }
    }

    private static func hasCoding(_ head: ResponseHead) -> Bool {
        guard let coding = head["Content-Encoding"]?.trimmingBlanks().lowercased() else { return false }
        if ["gzip", "x-gzip"].contains(coding), isGzipFile(head) { return false }
        return !coding.isEmpty && coding != "identity"
    }

    /// Tells whether the file itself is in gzip's format by its type or its name.
    ///
    /// Apache's `AddEncoding x-gzip .gz` calls every such file coded; it is meant to stay as it is, and browsers
    /// leave it so.
    private static func isGzipFile(_ head: ResponseHead) -> Bool {
        let type = head["Content-Type"]?.split(separator: ";").first.map { String($0).trimmingBlanks().lowercased() }
        if let type, ["application/gzip", "application/x-gzip", "application/x-gunzip"].contains(type) { return true }
        let name = head["Content-Disposition"].flatMap(ContentDisposition.fileName) ?? head.url.path
        return [".gz", ".tgz"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Last-Modified, if it is at least a second older than the response (RFC 9110, section 8.8.2.2): within that
    /// second the resource could have changed again without a new date.
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

    private static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded(.down)) }
}
