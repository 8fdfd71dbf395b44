import DownloadQueue
import Fetching
import Foundation
import TestSupport
import Testing

@Suite("The table of faults")
struct FaultTests {
    @Test(
        "A download ends as the table requires, with its part file in the destination or in a work directory",
        .timeLimit(.minutes(20)), arguments: Fault.all, [false, true])
    func outcome(fault: Fault, hasWorkDirectory: Bool) async throws {
        let scene = try FaultScene(fault, hasWorkDirectory: hasWorkDirectory)
        let items = try await scene.run()
        #expect(items.count == fault.outcomes.count)
        for (item, outcome) in zip(items, fault.outcomes) {
            #expect(item.state.rawValue == outcome.end.rawValue, "\(item.error?.message ?? "no error")")
            let errorClass = try scene.publishedError(item)
            #expect(errorClass == outcome.errorClass, "\(item.error?.message ?? "no error")")
            #expect(item.lease == nil)
            let path = outcome.fileName.map { scene.place.files.appendingPathComponent($0).path }
            if outcome.end != .failed { #expect(item.path == path) }
            if outcome.end == .done { #expect(item.sha256 == (try sha256(outcome.content))) }
            let requests = scene.arrivals(outcome.requestedName)
            if fault.outcomes.count > 1 { #expect(outcome.requests.contains(requests.count)) }
            if let wait = outcome.wait, let first = requests.first, let last = requests.last {
                #expect(wait.contains(last.timeIntervalSince(first)))
            }
        }
        if fault.outcomes.count == 1, let outcome = fault.outcomes.first {
            let requests = scene.requests.map { $0.value(of: "Range") ?? "all" }
            #expect(outcome.requests.contains(requests.count), "\(requests)")
        }
        var inDestination = fault
        if hasWorkDirectory {
            #expect(scene.partCount == fault.outcomes.count(where: \.keepsPart))
            for index in fault.outcomes.indices { inDestination.outcomes[index].keepsPart = false }
        }
        #expect(scene.place.defects(inDestination, others: ["home", "work"]) == [])
        #expect(scene.leaks == [])
    }

    @Test("Every fault has a unique name that fits into URLs and tables")
    func names() {
        #expect(Set(Fault.all.map(\.slug)).count == Fault.all.count)
        #expect(Fault.all.count >= 95)
        for fault in Fault.all {
            #expect(fault.slug.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) })
            #expect(!fault.title.contains("|") && fault.outcomes.allSatisfy { !$0.words.contains("|") })
        }
    }
}
