/// Why a format leaves a link out.
package enum LinkOmission: Sendable, Hashable, CaseIterable {
    /// Its address was written before.
    case repeated
    /// Its value is no address.
    case noAddress
    /// Its address is of a scheme that download programs do not take.
    case notDownloadable
    /// Its address would run a script, or holds the data itself.
    case notClickable

    /// The reason, for people.
    package var why: String {
        switch self {
        case .repeated: "its address was written before"
        case .noAddress: "its value is not a valid URL"
        case .notDownloadable: "only http, https and ftp addresses can be downloaded"
        case .notClickable: "javascript:, data: and the like are nothing to click"
        }
    }
}
