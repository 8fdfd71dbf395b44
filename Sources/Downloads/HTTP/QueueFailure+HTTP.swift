import DownloadQueue
import Transfer

extension QueueFailure {
    /// The failure that a status code means: 4xx last, but for 408, 425 and 429; 3xx that were not followed last too.
    ///
    /// - Parameter head: The head of the response.
    /// - Returns: The failure.
    static func status(_ head: ResponseHead) -> QueueFailure {
        let isLasting =
            switch head.status {
            case 408, 425, 429: false
            case 204, 205, 300..<500: true
            default: false
            }
        return QueueFailure(.http, "the server answered \(head.status)", isLasting: isLasting)
    }
}
