package import LinkHarvest

/// A link as it is passed to an output format: the link and, with `--check`, the result of its check.
package struct LinkRecord: Sendable {
    /// The check of a link.
    package enum Check: Sendable, Hashable {
        /// The link is not checked: its URL is not an http or https URL, or GET must not request it.
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
