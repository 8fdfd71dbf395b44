import DownloadQueue
import Transfer

extension QueueFailure {
    /// Returns the failure for a status code: 204, 205, 3xx and 4xx are permanent, except 408, 425 and 429.
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
