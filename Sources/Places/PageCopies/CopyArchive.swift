package import FoundationEssentials

/// A store of copies of pages, which belong to places; a protocol, so that `Service` need not import `Store`.
package protocol CopyArchive: Sendable {
    /// Returns the copies of a place, text before picture; empty if there are none.
    ///
    /// - Parameter placeID: The complete id of the place.
    /// - Returns: The records; empty also if there is no such place.
    /// - Throws: An error of the store.
    func copies(of placeID: String) throws -> [StoredCopy]

    /// Returns the content of a copy after checking its digest.
    ///
    /// - Parameter copy: A record from this archive.
    /// - Returns: The JSON in UTF-8.
    /// - Throws: An error of the store, also if the file is missing or damaged.
    func content(of copy: StoredCopy) throws -> [UInt8]

    /// Stores a copy; it replaces the place's copy of that kind.
    ///
    /// - Parameters:
    ///   - content: The JSON in UTF-8, as ``CopyKind/normalized(json:)`` returns it.
    ///   - kind: The kind of copy.
    ///   - placeID: The complete id of the place.
    /// - Returns: The record, or the reason why the copy is not stored.
    /// - Throws: ``SnapshotArchiveError`` if there is no such place, or an error of the store.
    func add(_ content: [UInt8], kind: CopyKind, to placeID: String) throws -> CopyOutcome

    /// Removes a copy; does nothing if there is none.
    ///
    /// - Parameters:
    ///   - kind: The kind of copy.
    ///   - placeID: The complete id of the place.
    /// - Throws: An error of the store.
    func remove(_ kind: CopyKind, of placeID: String) throws

    /// Returns the copy of a place, or else the newest copy of another place on the same page; nil if there is none.
    ///
    /// - Parameters:
    ///   - placeID: The complete id of the place.
    ///   - kind: The kind of copy.
    /// - Returns: The record of the copy, which can belong to another place.
    /// - Throws: An error of the store.
    func nearestCopy(to placeID: String, kind: CopyKind) throws -> StoredCopy?
}

/// The record of a copy in an archive.
package struct StoredCopy: Sendable, Hashable {
    /// The id of the place that the copy belongs to.
    package let placeID: String
    /// The kind of copy.
    package let kind: CopyKind
    /// The SHA-256 digest of the content, in lower-case hexadecimal digits.
    package let digest: String
    /// The size of the content, in bytes.
    package let byteCount: Int
    /// The size of the compressed content, in bytes.
    package let storedByteCount: Int
    /// The time when the copy was stored.
    package let storedAt: Date

    /// Creates a record.
    package init(
        placeID: String, kind: CopyKind, digest: String, byteCount: Int, storedByteCount: Int, storedAt: Date
    ) {
        self.placeID = placeID
        self.kind = kind
        self.digest = digest
        self.byteCount = byteCount
        self.storedByteCount = storedByteCount
        self.storedAt = storedAt
    }
}

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
