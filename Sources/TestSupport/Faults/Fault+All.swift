extension Fault {
    /// The table of all faults, in the order of its headings.
    package static let all: [Fault] = {
        let faults =
            ofTheBody + ofChunks + ofTheHead + ofResuming + ofVersions + ofStatuses + ofRedirects + ofNames
            + ofTheDestination
            + ofDigests + ofConnections
        return Group.allCases.flatMap { group in faults.filter { $0.group == group } }
    }()

    /// Returns the fault with a slug; nil if there is none.
    package static func named(_ slug: String) -> Fault? { all.first { $0.slug == slug } }
}
