package import LinkHarvest

/// A writer of links in one output format.
///
/// A value writes one output, for any number of pages: ``opening()`` first, then every link, then ``closing()``. Links
/// are read as bytes, because creating strings takes longer than writing them.
package protocol LinkFormat: Sendable {
    /// True if the format reads only the URL, the page and the check of a link, which takes less time.
    static var readsOnlyAddresses: Bool { get }

    /// True if there were more URLs than the format can remember, so that later ones may be repeated.
    var hasForgotten: Bool { get }

    /// Returns the bytes before the first link.
    func opening() -> [UInt8]

    /// Appends a link, without the values that the format cannot represent.
    ///
    /// - Parameters:
    ///   - link: The link's properties in valid UTF-8.
    ///   - check: The link's check; nil if no check was requested.
    ///   - output: Receives the bytes of the link.
    /// - Returns: The reason why the link was omitted; nil if it was written.
    mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission?

    /// Appends links of a batch.
    ///
    /// No format implements this function. It is a requirement so that it is compiled for each format, instead of
    /// calling one through its protocol for each link.
    ///
    /// - Parameters:
    ///   - batch: The batch that contains the links.
    ///   - indices: The links to append.
    ///   - limit: The maximum number of links to append.
    ///   - output: Receives the bytes of the links.
    /// - Returns: The number of links written and omitted.
    mutating func write(
        _ batch: LinkBatch, _ indices: LinkIndices, limit: Int, into output: inout [UInt8]
    ) -> LinkTally

    /// Returns the bytes after the last link.
    func closing() -> [UInt8]

    /// A copy of the format for use on another thread; nil if the output of a link depends on the links before it.
    var concurrentFormat: (any LinkFormat)? { get }

    /// Adapts links that a ``concurrentFormat`` has written to their place in the output.
    ///
    /// - Parameter links: The bytes of one or more links.
    mutating func join(_ links: inout [UInt8])
}

extension LinkFormat {
    package static var readsOnlyAddresses: Bool { false }
    package var hasForgotten: Bool { false }
    package func opening() -> [UInt8] { [] }
    package func closing() -> [UInt8] { [] }
    package var concurrentFormat: (any LinkFormat)? { nil }
    package mutating func join(_ links: inout [UInt8]) {}

    package mutating func write(
        _ batch: LinkBatch, _ indices: LinkIndices, limit: Int, into output: inout [UInt8]
    ) -> LinkTally {
        var tally = LinkTally()
        batch.withBytes(onlyAddresses: Self.readsOnlyAddresses) { links in
            indices.forEach(in: links.count) { index in
                guard tally.written < limit else { return false }
                tally.register(write(links[index], check: nil, into: &output))
                return true
            }
        }
        return tally
    }

    /// Appends a link, without the values that the format cannot represent.
    ///
    /// - Parameters:
    ///   - link: The link, with its normalized URL.
    ///   - check: The link's check; nil if no check was requested.
    ///   - output: Receives the bytes of the link.
    /// - Returns: The reason why the link was omitted; nil if it was written.
    @discardableResult
    package mutating func write(
        _ link: HarvestedLink, check: CheckedLink.Check? = nil, into output: inout [UInt8]
    ) -> LinkOmission? {
        link.withBytes(onlyAddresses: Self.readsOnlyAddresses) { write($0, check: check, into: &output) }
    }

    /// Returns a whole document.
    ///
    /// - Parameter links: All links of the document, in order.
    /// - Returns: The document without the links that the format cannot represent.
    package mutating func document(of links: [HarvestedLink]) -> [UInt8] {
        var bytes = opening()
        for link in links { write(link, into: &bytes) }
        return bytes + closing()
    }
}

extension LinkBytes.Text? {
    /// The text as a string; nil if it is absent.
    var string: String? { map { String(decoding: $0, as: UTF8.self) } }
}

/// A selected link and, with `--check`, the result of its check.
package struct CheckedLink: Sendable {
    /// The check of a link.
    package enum Check: Sendable, Hashable {
        /// The link is not checked: its URL is not an http or https URL, or GET must not request it.
        case notApplicable
        /// The link was checked.
        case result(LinkCheckResult)
    }

    /// The link, with its normalized URL.
    package var link: HarvestedLink
    /// The link's check; nil if no check was requested.
    package var check: Check?

    /// Creates a record.
    package init(_ link: HarvestedLink, check: Check? = nil) {
        self.link = link
        self.check = check
    }

    /// The result of the check; nil if there is none.
    package var checkResult: LinkCheckResult? {
        if case .result(let result) = check { result } else { nil }
    }
}

extension CheckedLink.Check {
    /// The result of the check in one word: the status code, `broken-fragment`, `failed`, or `-` for a link that cannot
    /// be checked.
    var word: String {
        guard case .result(let result) = self else { return "-" }
        if result.hasFragment == false { return "broken-fragment" }
        return result.status.map { "\($0)" } ?? "failed"
    }

    /// The reason for the result, or nil for a link that is neither broken nor blocked.
    var reason: String? {
        guard case .result(let result) = self else { return nil }
        return result.reason
    }

    /// The reason if ``word`` does not say it.
    var reasonBesideWord: String? {
        guard case .result(let result) = self, result.status == nil || result.refusal != nil else { return nil }
        return result.reason
    }
}

/// The number of links that a format has written, and of those that it has omitted.
package struct LinkTally: Sendable, Equatable {
    /// The number of links written.
    package private(set) var written = 0
    /// The number of links omitted, by reason.
    ///
    /// Repeated links are not counted: if a format writes each URL once, omitting a repeated one loses nothing.
    package private(set) var omissions: [LinkOmission: Int] = [:]

    /// Creates a tally of no links.
    package init() {}

    /// Counts a link.
    ///
    /// - Parameter omission: The reason why the link was omitted; nil if it was written.
    package mutating func register(_ omission: LinkOmission?) {
        switch omission {
        case nil: written += 1
        case .repeated?: break
        case let omission?: omissions[omission, default: 0] += 1
        }
    }

    /// Adds the links of another tally.
    package mutating func add(_ other: LinkTally) {
        written += other.written
        for (omission, count) in other.omissions { omissions[omission, default: 0] += count }
    }
}

/// The indices of some links of a batch.
package enum LinkIndices: Sendable {
    /// All links of the batch.
    case all
    /// The links with these indices, in ascending order.
    case some([Int])

    /// Calls a closure with each index until it returns false.
    ///
    /// - Parameters:
    ///   - count: The number of links in the batch.
    ///   - body: Receives the indices; returns false to stop.
    @inline(__always)
    func forEach(in count: Int, _ body: (Int) -> Bool) {
        switch self {
        case .all: for index in 0..<count where !body(index) { return }
        case .some(let indices): for index in indices where !body(index) { return }
        }
    }
}

/// The reason why a format omits a link.
package enum LinkOmission: Error, Sendable, Hashable, CaseIterable {
    /// The URL was written before.
    case repeated
    /// The value is not a valid URL.
    case noAddress
    /// Downloaders do not support the scheme of the URL.
    case notDownloadable
    /// The URL would run a script, or contains the data itself.
    case notClickable

    /// The reason as a phrase for messages.
    package var why: String {
        switch self {
        case .repeated: "already listed"
        case .noAddress: "not a valid address"
        case .notDownloadable: "only http, https and ftp addresses can be downloaded"
        case .notClickable: "javascript:, data: and similar addresses are unsafe to click"
        }
    }
}
