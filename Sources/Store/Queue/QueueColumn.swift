/// The columns of the table `queue_item` that hold an item, in the order in which they are read and written.
enum QueueColumn: Int, CaseIterable {
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
    case live
    /// The number of the last change that the change log reports; read only by ``SQLiteChangeLog``.
    case changed

    /// The column's name in the table.
    var sqlName: String {
        // `addedAt` becomes `added_at`.
        "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }

    /// A placeholder for each column.
    static let parameters = allCases.map { _ in "?" }.joined(separator: ", ")

    /// The names of all columns.
    static let list = allCases.map(\.sqlName).joined(separator: ", ")
}
