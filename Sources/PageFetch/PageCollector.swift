import Synchronization
import Transfer

/// Collects one body in memory; the fetch's limit bounds it.
final class PageCollector: PageSink {
    private let collected = Mutex<[UInt8]>([])

    /// Takes the body out.
    func takeBody() -> [UInt8] {
        collected.withLock { body in
            defer { body = [] }
            return body
        }
    }

    func receive(head: PageHead) -> BodyDecision {
        // A hint from outside, so it may reserve a little only.
        let announced = head.fields.first { $0.isNamed("Content-Length") }.flatMap { Int($0.value) } ?? 0
        collected.withLock { $0.reserveCapacity(min(max(announced, 0), 1 << 20)) }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) -> BodyDecision {
        collected.withLock { $0.append(contentsOf: body) }
        return .accept
    }

    func restart() -> Bool {
        collected.withLock { $0.removeAll(keepingCapacity: true) }
        return true
    }
}
