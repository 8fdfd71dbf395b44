import Compression

/// A problem of a record in an archive.
enum WARCProblem: Error, Hashable, CustomStringConvertible {
    case malformedHeader
    case cut
    case malformedResponse
    case badCoding(String)
    case compressed(CompressionError)
    case garbage
    case noAddress
    case noRecord

    /// The description of the problem, without the record.
    var description: String {
        switch self {
        case .malformedHeader: "its header is malformed"
        case .cut: "it is cut off"
        case .malformedResponse: "it contains no HTTP response"
        case .badCoding(let what): what
        case .compressed(let error): "\(error)"
        case .garbage: "there is other data between two records"
        case .noAddress: "it has no WARC-Target-URI"
        case .noRecord: "there is no record"
        }
    }
}
