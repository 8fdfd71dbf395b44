import DownloadQueue
import FoundationEssentials
import ImportExport
import Syntax
import Testing
import WHATWGURL

@Suite("Calls to aria2")
struct Aria2CallTests {
    private func item(_ number: Int) throws -> QueueItem {
        var new = NewQueueItem(url: try #require(WebURL("http://h/\(number)")), directory: "/d", name: "n\(number)")
        new.headers = [HeaderField(name: "Accept", value: "1"), HeaderField(name: "Authorization", value: "secret")]
        new.referer = "http://u:p@r/\(number)"
        return QueueItem(id: "id\(number)", request: new, addedAt: Date(timeIntervalSince1970: 0))
    }

    private func call() throws -> Aria2Call {
        try #require(try Aria2Call.calls([item(0), item(1)], secret: "s\"", includesCredentials: false).calls.first)
    }

    @Test("One call contains many items, each with the secret and its own number, and no credentials")
    func body() throws {
        let text = String(decoding: try call().body, as: UTF8.self)
        #expect(text.hasPrefix(#"{"id":"leftoff","jsonrpc":"2.0","method":"system.multicall","params":[[{"#))
        #expect(text.contains(#""params":["token:s\"",["http://h/0"],{"dir":"/d","gid":"#))
        #expect(text.contains(#""header":["Accept: 1"],"out":"n1""#))
        #expect(text.contains(#""referer":"http://r/0""#))
        #expect(!text.contains("secret") && !text.contains("u:p@"))
    }

    @Test("Items that exceed aria2's limit for one call are split over several calls")
    func parts() throws {
        let items = try (0..<20_000).map(item)
        let calls = try Aria2Call.calls(items, secret: nil, includesCredentials: true).calls
        #expect(calls.count > 1 && calls.allSatisfy { $0.body.count < 2 << 20 })
        #expect(calls.flatMap(\.items) == items)
    }

    @Test(
        "The response contains a result for each item",
        arguments: [
            (
                #"{"result":[["1"],[{"status":"active"}],{"code":1,"message":"no"},[{"status":"complete"}]]}"#,
                [Aria2Call.Outcome.added, .duplicate]
            ),
            (
                #"{"result":[{"code":1,"message":"no"},{"code":1,"message":"unknown"},["1"],[{}]],"id":"leftoff"}"#,
                [.refused("no"), .added]
            ),
        ])
    func results(text: String, expected: [Aria2Call.Outcome]) throws {
        #expect(try call().outcomes(of: Array(text.utf8)) == expected)
    }

    @Test(
        "A malformed response is an error",
        arguments: ["", "<html>", #"{"result":[["1"]]}"#, #"{"result":7}"#, #"{"error":{"code":1,"message":"x"}}"#])
    func malformed(text: String) throws {
        let call = try call()
        #expect(throws: Aria2Call.Failure.self) { try call.outcomes(of: Array(text.utf8)) }
    }

    @Test(
        "A wrong secret is an error of its own",
        arguments: [
            #"{"error":{"code":1,"message":"Unauthorized"}}"#,
            #"{"result":[{"code":1,"message":"Unauthorized"},{"code":1,"message":"Unauthorized"},["1"],["1"]]}"#,
        ])
    func unauthorized(text: String) throws {
        let call = try call()
        #expect(throws: Aria2Call.Failure.unauthorized) { try call.outcomes(of: Array(text.utf8)) }
    }
}
