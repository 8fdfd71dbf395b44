import DownloadQueue
import Downloads
import Foundation
import Store
import Testing
import WHATWGURL

@testable import QueueControl

@Suite("Completion hook and errors")
struct CompletionHookTests {
    @Test("Placeholders are replaced by the item's values, other arguments are not changed")
    func placeholders() throws {
        var item = try QueueHome.item("dir/a", state: .done)
        item.fileName = "a b"
        #expect(
            CompletionHook.arguments(["tool", "{path}", "{name}", "{url}", "x{id}", "{sha256}"], for: item)
                == ["tool", "/tmp/files/a b", "a b", "http://example.org/dir/a", "x{id}", ""])
    }

    @Test(
        "A name in a row that leads out of the directory reaches no program", arguments: ["../x", "/etc/x", ".x", ".."])
    func hostileName(name: String) throws {
        var item = try QueueHome.item("a", state: .done)
        item.fileName = name
        #expect(CompletionHook.arguments(["tool", "{path}", "{name}"], for: item) == ["tool", "", ""])
    }

    @Test("A hook that was stopped starts no program and names the file")
    func stopped() async throws {
        let warnings = Warnings()
        let hook = CompletionHook(command: ["/no/such/tool"], warn: warnings.add)
        hook.stop()
        var item = try QueueHome.item("a", state: .done)
        item.fileName = "a"
        hook.run(item)
        await hook.finish()
        #expect(warnings.all == ["onDone: /no/such/tool: not run for /tmp/files/a: the run was stopped"])
    }
}
