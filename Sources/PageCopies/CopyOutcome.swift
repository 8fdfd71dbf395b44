/// The result of adding a copy to an archive.
package enum CopyOutcome: Sendable, Hashable {
    /// The copy is stored.
    case stored(StoredCopy)
    /// The copy is not stored; the place keeps the copy that it had.
    case refused(reason: CopyRefusal)
}

/// The reason why an archive does not store a copy.
package enum CopyRefusal: Sendable, Hashable, CustomStringConvertible {
    /// The budget is used up, and no copy of a finished place can be removed instead.
    case budgetUsedUp(limit: Int)
    /// The reader excluded the page's host.
    case excludedHost(String)
    /// The copy is not of the place's page.
    case otherPage
    /// The place cannot be read, so that its page is not known.
    case damagedPlace

    /// The reason as a sentence for the reader, on one line.
    package var description: String { "The place is stored without a copy: \(reason)." }

    /// The reason on one line, without a full stop.
    package var reason: String {
        switch self {
        case .budgetUsedUp(let limit): "the budget of \(limit.formattedGigabytes) for copies is used up"
        case .excludedHost(let host): "pages of \(host) are never captured"
        case .otherPage: "the copy is of another page"
        case .damagedPlace: "the place cannot be read"
        }
    }
}

extension Int {
    /// The number of bytes in GB with at most two decimals, such as `2 GB`; below 10 MB in bytes.
    fileprivate var formattedGigabytes: String {
        guard self >= 10_000_000 else { return "\(self) bytes" }
        let hundredths = (self + 5_000_000) / 10_000_000
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole) GB" }
        let digits = rest % 10 == 0 ? "\(rest / 10)" : (rest < 10 ? "0\(rest)" : "\(rest)")
        return "\(whole).\(digits) GB"
    }
}
