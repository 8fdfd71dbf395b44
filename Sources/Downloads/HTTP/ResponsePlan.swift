package import DownloadQueue
package import FoundationEssentials
package import Transfer
import WHATWGURL

/// What to do with a response, decided from its head alone.
package enum ResponsePlan: Sendable, Equatable {
    /// Take the body from the first byte on. What was on disk belongs to another version.
    case fromStart(PartialContent)
    /// Take the body, which holds so many bytes from this one on: compare what is on disk already, append the rest.
    case goOn(PartialContent, from: Int64, count: Int64)
    /// Everything is on disk already.
    case complete(PartialContent)
    /// Refuse the body and ask again without a range.
    case askForAll
    /// Refuse the body and ask again for the range without If-Range, which the server does not understand.
    case askWithoutCondition
    /// Refuse the body and ask again with compression allowed, so that libcurl decodes it.
    case askCompressed
    /// Refuse the body: the try has failed.
    case fail(QueueFailure, retryAfter: Date?)

    /// Decides.
    ///
    /// - Parameters:
    ///   - head: The head of the final response.
    ///   - ask: What the request asked for.
    ///   - disk: What is on disk.
    ///   - now: The time.
    /// - Returns: What to do.
    package static func decide(head: ResponseHead, ask: RangeRequest, disk: PartialContent, now: Date) -> ResponsePlan {
        switch head.status {
        case 200, 203: whole(head, ask: ask, disk: disk, now: now)
        case 206: part(head, ask: ask, disk: disk)
        case 416 where ask.wantsRange: unsatisfiable(head, disk: disk)
        default: .fail(.status(head), retryAfter: retryAfter(head, now: now))
        }
    }

    private static func whole(
        _ head: ResponseHead, ask: RangeRequest, disk: PartialContent, now: Date
    ) -> ResponsePlan {
        // What was asked for in a coding is decoded before it comes here.
        if hasCoding(head) || ask == .allCompressed && head["Content-Encoding"] != nil {
            // The coded bytes are not the file. Only a decoded body is, and that cannot be resumed.
            guard ask == .allCompressed else { return .askCompressed }
            var content = PartialContent.nothing
            content.modified = head["Last-Modified"].flatMap { HTTPDate.secondsSince1970($0) }
            content.finalAddress = head.url.withoutCredentials().href
            return .fromStart(content)
        }
        if case .rest(_, conditional: true) = ask, let tag = disk.strongETag, tag == head["ETag"] {
            // The same version, so the server did not understand If-Range; it may still know Range.
            return .askWithoutCondition
        }
        var content = PartialContent(
            total: length(head), etag: head["ETag"],
            lastModified: strongDate(head, now: now))
        content.digest = DigestFields.checksum(head)
        content.modified = head["Last-Modified"].flatMap { HTTPDate.secondsSince1970($0) }
        content.finalAddress = head.url.withoutCredentials().href
        return .fromStart(content)
    }

    static func part(_ head: ResponseHead, ask: RangeRequest, disk: PartialContent) -> ResponsePlan {
        let isMultipart = head["Content-Type"]?.lowercased().hasPrefix("multipart/byteranges") ?? false
        guard let range = head["Content-Range"].flatMap({ ContentRange($0) }), let bytes = range.range, !isMultipart,
            !hasCoding(head), case .rest(let start, let isConditional) = ask, bytes.lowerBound == start
        else {
            return ask.wantsRange
                ? .askForAll
                : .fail(QueueFailure(.protocol, "the server sent a part that was not asked for"), retryAfter: nil)
        }
        // Another tag or another size is another version, whatever If-Range should have prevented.
        // A part carries the tag and the date that the whole would (RFC 9110, section 15.3.7); one without is another's.
        if head["ETag"] != disk.etag { return .askForAll }
        if disk.etag == nil, let date = head["Last-Modified"], date != disk.lastModified { return .askForAll }
        if let total = disk.total, range.total != nil, range.total != total { return .askForAll }
        if let total = disk.total, bytes.upperBound >= total { return .askForAll }
        // Without If-Range only the same strong tag proves that it is the same version.
        if !isConditional, head["ETag"] != disk.strongETag || range.total == nil { return .askForAll }
        if let length = length(head), length != Int64(bytes.count) { return .askForAll }
        var content = disk
        content.total = disk.total ?? range.total
        return .goOn(content, from: start, count: Int64(bytes.count))
    }

    private static func unsatisfiable(_ head: ResponseHead, disk: PartialContent) -> ResponsePlan {
        guard let total = head["Content-Range"].flatMap({ ContentRange($0) })?.total, total == disk.durableBytes,
            disk.total == nil || disk.total == total
        else { return .askForAll }
        if let tag = head["ETag"], let known = disk.etag, tag != known { return .askForAll }
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
    /// Apache's `AddEncoding x-gzip .gz` calls every such file coded; it is meant to stay as it is, and browsers leave it so.
    private static func isGzipFile(_ head: ResponseHead) -> Bool {
        let type = head["Content-Type"]?.split(separator: ";").first.map { String($0).trimmingBlanks().lowercased() }
        if let type, ["application/gzip", "application/x-gzip", "application/x-gunzip"].contains(type) { return true }
        let name = head["Content-Disposition"].flatMap(ContentDisposition.fileName) ?? head.url.path
        return [".gz", ".tgz"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Last-Modified, if it is at least a second older than the response (RFC 9110, section 8.8.2.2): within that second
    /// the resource could have changed again without a new date.
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
