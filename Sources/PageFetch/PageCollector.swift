import Synchronization
import Transfer

/// Collects one body in memory; the transfer's limit bounds it.
final class PageCollector: TransferSink {
    private let collected = Mutex<[UInt8]>([])

    /// The body so far.
    var body: [UInt8] { collected.withLock { $0 } }

    func receive(head: ResponseHead) -> BodyDecision {
        // A hint from outside, so it may reserve a little only.
        let announced = head["Content-Length"].flatMap { Int($0) } ?? 0
        collected.withLock { $0.reserveCapacity(min(max(announced, 0), 1 << 20)) }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) {
        collected.withLock { $0.append(contentsOf: body) }
    }
}
