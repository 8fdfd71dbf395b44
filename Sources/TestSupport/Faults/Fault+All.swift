extension Fault {
    /// The table of all faults, in the order of its headings.
    package static let all: [Fault] = {
        let faults =
            ofTheBody + ofChunks + ofTheHead + ofResuming + ofVersions + ofStatuses + ofRedirects + ofNames + ofThePlace
            + ofDigests + ofConnections
        return Group.allCases.flatMap { group in faults.filter { $0.group == group } }
    }()

    /// Finds a fault.
    ///
    /// - Parameter slug: Its short name.
    /// - Returns: The fault; nil when there is none of this name.
    package static func named(_ slug: String) -> Fault? { all.first { $0.slug == slug } }
}
