import DownloadQueue
import Foundation
import Synchronization
import Testing

@testable import Downloads

@Suite("Speed of a download")
struct RateMeterTests {
    private let begin = Date(timeIntervalSince1970: 1_000_000)

    @Test("The time in which existing bytes are compared does not count")
    func resumed() {
        var meter = RateMeter()
        let isFirst = meter.update(bytes: 5_000_000, at: begin)
        let isNews = meter.update(bytes: 5_000_000, at: begin + 9)
        #expect(isFirst && !isNews && meter.bytesPerSecond == nil)
        let isMeasured = meter.update(bytes: 6_000_000, at: begin + 10)
        #expect(isMeasured && abs((meter.bytesPerSecond ?? 0) - 1_000_000) < 1)
    }

    @Test("The speed of a stalled download decreases later")
    func stalled() throws {
        var meter = RateMeter()
        for second in 0...3 { _ = meter.update(bytes: Int64(second) * 1000, at: begin + Double(second)) }
        let before = meter.bytesPerSecond ?? 0
        _ = meter.update(bytes: 3000, at: begin + 6)
        let after = try #require(meter.bytesPerSecond)
        #expect(abs(before - 1000) < 1 && after < 600)
    }

    @Test("The last sample before a pause is reported as soon as the report interval allows")
    func pause() {
        var throttle = ProgressThrottle(id: "a")
        func isReported(_ bytes: Int64, _ decision: ProgressThrottle.Decision) -> Bool {
            guard case .report(let progress) = decision else { return false }
            return progress.bytes == bytes && progress.total == 900
        }
        #expect(isReported(100, throttle.receive(bytes: 100, total: 900, at: begin)))
        // A sample that was reported already, and the last one, need no timer.
        #expect(throttle.receive(bytes: 100, total: 900, at: begin + 0.01) == .nothing)
        #expect(throttle.receive(bytes: 900, total: 900, at: begin + 0.01) == .nothing)
        #expect(throttle.receive(bytes: 200, total: 900, at: begin + 0.05) == .wait(0.1))
        #expect(throttle.receive(bytes: 300, total: 900, at: begin + 0.06) == .nothing)
        #expect(isReported(300, throttle.endDelay(at: begin + 0.16)))
        #expect(throttle.endDelay(at: begin + 0.3) == .nothing)
        // A timer that a report has overtaken: the interval begins again with that report.
        #expect(throttle.receive(bytes: 400, total: 900, at: begin + 0.2) == .wait(0.1))
        #expect(isReported(500, throttle.receive(bytes: 500, total: 900, at: begin + 0.27)))
        #expect(throttle.receive(bytes: 600, total: 900, at: begin + 0.29) == .nothing)
        #expect(throttle.endDelay(at: begin + 0.3) == .wait(0.1))
        #expect(isReported(600, throttle.endDelay(at: begin + 0.4)))
    }

    /// Returns the reports of the writer of a file that contains some bytes already.
    private func reports(onDisk count: Int, _ body: (PartWriter) throws -> Void) throws -> [Int64] {
        let path = FileManager.default.temporaryDirectory.appending(path: "leftoff-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(descriptor >= 0)
        let heard = Mutex<[Int64]>([])
        let file = PartFile(new: descriptor, path: path)
        let old = [UInt8](repeating: 7, count: count)
        try old.withUnsafeBytes { if !$0.isEmpty { try file.write($0, at: 0) } }
        let writer = PartWriter(
            file: file, content: PartialContent(durableBytes: Int64(count), total: 1000),
            map: PieceMap(count: Int64(count), total: 1000), algorithms: [], checkpointBytes: 1 << 20,
            progress: { bytes, _ in heard.withLock { $0.append(bytes) } })
        defer { writer.stopHashing() }
        try body(writer)
        return heard.withLock { $0 }
    }

    @Test("A new part file reports nothing before its first bytes")
    func new() throws {
        let bytes = [UInt8](repeating: 7, count: 100)
        let reports = try reports(onDisk: 0) { writer in
            var cursor = PartWriter.Cursor(piece: 0, position: 0, end: 1000)
            _ = try bytes.withUnsafeBytes { try writer.write($0, at: &cursor) }
        }
        #expect(reports == [100])
    }

    @Test("A resumed part file reports its bytes at first and after the overlap has been compared")
    func overlap() throws {
        let bytes = [UInt8](repeating: 7, count: 60)
        let reports = try reports(onDisk: 500) { writer in
            var cursor = PartWriter.Cursor(piece: 0, position: 400, end: 1000)
            for _ in 0..<3 { _ = try bytes.withUnsafeBytes { try writer.write($0, at: &cursor) } }
        }
        #expect(reports == [500, 500, 520, 580])
    }
}
