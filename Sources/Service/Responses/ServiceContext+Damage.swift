import Hummingbird
import Logging
import Snapshots

extension ServiceContext {
    /// Logs the records that a list leaves out, because they cannot be read.
    func report(_ damaged: [UnreadableRecord]) {
        for record in damaged { logger.warning("a record is left out", metadata: ["reason": "\(record)"]) }
    }
}
