import Glibc
import LinkHarvest
import WHATWGURL

/// Reads files, then measures the work that each line of standard input requests.
///
/// Usage: `links-bench FILE...`. A line is `links N` (harvests all links of all files, resolved, with their texts, N
/// times), `addresses N` (only kinds and URLs, as `leftoff links` prints them), `values N` (all links, with a value
/// made of each), or `memchr N` (searches the same bytes for `<`). The response is one line of JSON. A driver can
/// therefore alternate this program with others.
@main
enum LinksBench {
    private struct Page {
        let name: String
        let bytes: [UInt8]
    }

    static func main() {
        let pages = CommandLine.arguments.dropFirst().map { Page(name: $0, bytes: read($0)) }
        guard !pages.isEmpty, let base = WebURL("https://example.org/a/b.html") else {
            print("usage: links-bench FILE... < requests")
            exit(64)
        }
        let byteCount = pages.reduce(0) { $0 + $1.bytes.count }
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let rounds = Int(words[1]), rounds > 0 else { continue }
            var found = 0
            let seconds = time {
                for _ in 0..<rounds {
                    for page in pages {
                        found +=
                            words[0] == "memchr"
                            ? countTagStarts(page.bytes)
                            : countLinks(
                                page, base: base, asValues: words[0] == "values", describes: words[0] != "addresses")
                    }
                }
            }
            print(#"{"bytes": \#(byteCount * rounds), "found": \#(found / rounds), "seconds": \#(seconds)}"#)
            fflush(nil)
        }
    }

    /// Returns the number of links of a page.
    ///
    /// This is the only function that calls the harvester.
    private static func countLinks(_ page: Page, base: WebURL, asValues: Bool, describes: Bool) -> Int {
        let harvester = LinkHarvester(
            options: HarvestOptions(keepsDuplicates: true, describes: describes, locates: false))
        do {
            guard !asValues else {
                return try harvester.harvest(
                    page.bytes, contentType: "text/html", documentURL: base, source: page.name
                ).count
            }
            // As in the command: URLs, texts and positions are in one block of memory, and none is copied.
            var count = 0
            let harvest = harvester.begin(
                DocumentHarvest.Description(source: page.name, contentType: "text/html", url: base)
            ) { batch in
                count += batch.withBytes(onlyAddresses: true) { links in
                    (0..<links.count).count { links[$0].url?.isEmpty == false }
                }
            }
            try page.bytes.withUnsafeBufferPointer(harvest.receive)
            try harvest.finish()
            return count
        } catch {
            print("links-bench: \(page.name): \(error)")
            exit(1)
        }
    }

    /// Returns the number of `<` in the bytes: the minimum work of any HTML reader.
    private static func countTagStarts(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { buffer in
            guard var cursor = buffer.baseAddress else { return 0 }
            let end = cursor + buffer.count
            var count = 0
            while let next = memchr(cursor, 0x3C, end - cursor) {
                count += 1
                cursor = UnsafeRawPointer(next) + 1
            }
            return count
        }
    }

    /// Returns the duration of the work in seconds.
    private static func time(_ work: () -> Void) -> Double {
        let duration = ContinuousClock().measure(work).components
        return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
    }

    private static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else {
            print("links-bench: cannot open \(path)")
            exit(66)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }
}
