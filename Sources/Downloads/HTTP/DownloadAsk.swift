/// What a request asks a server for.
package enum DownloadAsk: Sendable, Hashable {
    /// The whole, without a content coding.
    case all
    /// The whole, in any content coding that libcurl decodes.
    case allCompressed
    /// What is not on disk yet: with If-Range, or without it where the server does not understand that.
    case rest(conditional: Bool)

    /// True when the request carries Range.
    package var wantsRange: Bool {
        switch self {
        case .all, .allCompressed: false
        case .rest: true
        }
    }
}
