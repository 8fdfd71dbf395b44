package import LinkHarvest

/// A link as it is passed to an output format: the link and, with `--check`, the result of its check.
package struct LinkRecord: Sendable {
    /// The check of a link.
    package enum Check: Sendable, Hashable {
        /// The link cannot be checked, because its URL is not an http or https URL.
        case notApplicable
        /// The link was checked.
        case result(LinkCheckResult)
    }

    /// The link.
    package var link: HarvestedLink
    /// The link's check; nil if no check was requested.
    package var check: Check?

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - link: The link as it was harvested, with its normalized URL.
    ///   - check: The link's check; nil if no check was requested.
    package init(_ link: HarvestedLink, check: Check? = nil) {
        self.link = link
        self.check = check
    }

    /// The result of the check; nil if there is none.
    package var checkResult: LinkCheckResult? {
        if case .result(let result) = check { result } else { nil }
    }
}

extension LinkRecord.Check {
    /// The result of the check in one word: the status code, `broken-fragment`, `failed`, or `-` for a link that cannot
    /// be checked.
    var word: String {
        guard case .result(let result) = self else { return "-" }
        if result.hasFragment == false { return "broken-fragment" }
        return result.status.map { "\($0)" } ?? "failed"
    }
}
