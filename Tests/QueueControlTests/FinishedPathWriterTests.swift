import DownloadQueue
import Downloads
import Foundation
import Store
import Testing
import WHATWGURL

@testable import ImportExport
@testable import QueueControl

@Suite("Paths and lists")
struct FinishedPathWriterTests {
    @Test("All paths are written in order before the output is finished")
    func paths() throws {
        let output = RecordingPathOutput()
        let writer = FinishedPathWriter(output: output, display: RecordingDisplay())
        for number in 0..<100 { writer.add("/\(number)") }
        try writer.finish()
        #expect(output.lines == (0..<100).map { "/\($0)" } && output.isFinished)
    }

    @Test("An output that fails is reported at the end")
    func failure() {
        let writer = FinishedPathWriter(output: RecordingPathOutput(isBroken: true), display: RecordingDisplay())
        writer.add("/a")
        #expect(throws: RecordingPathOutput.Failure.self) { try writer.finish() }
    }

    @Test("A list with one invalid line is one message, one with many shows the first twenty")
    func invalidLines() {
        let problems = (1...20).map { QueueImport.Problem(line: $0, text: "x", reason: "not a URL") }
        let one = QueueControlError.invalidLines(list: "l.txt", problems: [problems[0]], count: 1)
        #expect("\(one)" == "l.txt:1: x: not a URL" && one.details.isEmpty)
        let many = QueueControlError.invalidLines(list: "l.txt", problems: problems, count: 25)
        #expect("\(many)" == "l.txt: 25 lines are invalid (the first 20 are shown); nothing was added")
        #expect(many.details.count == 20 && many.details.last == "l.txt:20: x: not a URL")
        let most = QueueControlError.invalidLines(
            list: "l.txt", problems: problems, count: QueueImport.problemLimit)
        #expect("\(most)".hasPrefix("l.txt: at least 100000 lines are invalid"))
    }
}
