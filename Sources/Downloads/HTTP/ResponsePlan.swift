package import FoundationEssentials
package import Transfer

/// What to do with a response, decided from its head alone.
package enum ResponsePlan: Sendable, Equatable {
    /// Take the body from the first byte on. What was on disk belongs to another version.
    case fromStart(PartialContent)
    /// Append the body, which holds so many bytes, to what is on disk.
    case goOn(PartialContent, count: Int64)
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
    package static func decide(head: ResponseHead, ask: DownloadAsk, disk: PartialContent, now: Date) -> ResponsePlan {
        switch head.status {
        case 200, 203: whole(head, ask: ask, disk: disk, now: now)
        case 206: part(head, ask: ask, disk: disk)
        case 416 where ask.wantsRange: unsatisfiable(head, disk: disk)
        default: .fail(.status(head), retryAfter: retryAfter(head, now: now))
        }
    }

    private static func whole(
        _ head: ResponseHead, ask: DownloadAsk, disk: PartialContent, now: Date
    ) -> ResponsePlan {
        if hasCoding(head) {
            // The coded bytes are not the file. Only a decoded body is, and that cannot be resumed.
            return ask == .allCompressed ? .fromStart(.nothing) : .askCompressed
        }
        if case .rest(conditional: true) = ask, let tag = disk.strongETag, tag == head["ETag"] {
            // The same version, so the server did not understand If-Range; it may still know Range.
            return .askWithoutCondition
        }
        return .fromStart(
            PartialContent(
                total: head["Content-Length"].flatMap { ContentRange.number($0) }, etag: head["ETag"],
                lastModified: strongDate(head, now: now)))
    }

    private static func part(_ head: ResponseHead, ask: DownloadAsk, disk: PartialContent) -> ResponsePlan {
        let isMultipart = head["Content-Type"]?.lowercased().hasPrefix("multipart/byteranges") ?? false
        guard let range = head["Content-Range"].flatMap({ ContentRange($0) }), let bytes = range.range, !isMultipart,
            !hasCoding(head), bytes.lowerBound == disk.durableBytes, ask.wantsRange
        else {
            return ask.wantsRange
                ? .askForAll
                : .fail(QueueFailure(.protocol, "the server sent a part that was not asked for"), retryAfter: nil)
        }
        // Another tag or another size is another version, whatever If-Range should have prevented.
        if let tag = head["ETag"], let known = disk.etag, tag != known { return .askForAll }
        if let total = disk.total, range.total != nil, range.total != total { return .askForAll }
        if let total = disk.total, bytes.upperBound >= total { return .askForAll }
        // Without If-Range only the same strong tag proves that it is the same version.
        if ask == .rest(conditional: false), head["ETag"] != disk.strongETag || range.total == nil { return .askForAll }
        if let length = head["Content-Length"], ContentRange.number(length) != Int64(bytes.count) { return .askForAll }
        var content = disk
        content.total = disk.total ?? range.total
        return .goOn(content, count: Int64(bytes.count))
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

    private static func hasCoding(_ head: ResponseHead) -> Bool {
        guard let coding = head["Content-Encoding"]?.trimmingBlanks().lowercased() else { return false }
        return !coding.isEmpty && coding != "identity"
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
