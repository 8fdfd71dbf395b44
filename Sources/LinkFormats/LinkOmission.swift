/// The reason why a format omits a link.
package enum LinkOmission: Sendable, Hashable, CaseIterable {
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
