/// The columns of a table that hold an item, in the order in which they are read and written.
///
/// Every store that keeps items in an SQL table has these columns. Their values are texts and integers; times are
/// milliseconds since 1970.
package enum QueueColumn: Int, CaseIterable, Sendable {
    // The request; its URL, directory and name never change.
    case id
    case url
    case host
    case directory
    case name
    case checksum
    case referer
    case headers
    case priority
    case addedAt
    case userAgent
    case proxy
    case netrc
    case cookies
    case snapshot
    case startAt
    case suggestedName
    case privateHosts
    case root
    case acceptsHtml
    // The state.
    case state
    case fileName
    case partName
    case durableBytes
    case total
    case etag
    case lastModified
    case attempts
    case failures
    case furthest
    case sha256
    case errorClass
    case errorMessage
    case errorIsLasting
    case needsSpace
    case notBefore
    case waitingSince
    case leaseOwner
    case leaseUntil
    case epoch
    case finishedAt
    case partState
    /// 1 in the states of `QueueState.blocksDuplicates`, and NULL in the others.
    case live
    case crashes

    /// The column's name in the table: `addedAt` is `added_at`.
    package var sqlName: String { Self.names[rawValue] }

    /// The names of all columns.
    package static let list = names.joined(separator: ", ")

    /// True if the values are integers, and false if they are texts.
    package var isInteger: Bool {
        switch self {
        case .priority, .addedAt, .startAt, .durableBytes, .total, .attempts, .failures, .furthest, .errorIsLasting,
            .needsSpace, .notBefore, .waitingSince, .leaseUntil, .epoch, .finishedAt, .live, .crashes,
            .acceptsHtml:
            true
        case .id, .url, .host, .directory, .name, .checksum, .referer, .headers, .userAgent, .proxy, .netrc, .cookies,
            .snapshot, .suggestedName, .privateHosts, .root, .state, .fileName, .partName, .etag, .lastModified,
            .sha256, .errorClass, .errorMessage, .leaseOwner, .partState:
            false
        }
    }

    private static let names = allCases.map { column in
        "\(column)".reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}
