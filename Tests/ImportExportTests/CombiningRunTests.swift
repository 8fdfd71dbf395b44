import Places
import TestSupport
import Testing

@testable import ImportExport

@Suite("Long runs of combining characters in imported files")
struct CombiningRunTests {
    /// The readers of imported files.
    enum Reader: Sendable, CustomTestStringConvertible {
        case list(QueueImportFormat)
        case places(ImportFormat)
        case backup(ImportExportFormat)
        case windows

        /// Returns a dump of all that is kept of a file.
        func dump(of bytes: [UInt8]) throws -> String {
            switch self {
            case .list(let format): return "\(format.read(bytes))"
            case .backup(let format): return "\(try BackupContents(bytes, format: format))"
            case .windows: return "\(try WindowSetImport(bytes))"
            case .places(let format):
                var source = try PlaceImport(bytes, format: format)
                var texts: [String] = []
                while let place = try source.next() { texts.append("\(place)") }
                return texts.joined() + source.omissions.joined()
            }
        }

        var testDescription: String {
            switch self {
            case .list(let format): "list of \(format)"
            case .places(let format): "places of \(format)"
            case .backup(let format): "\(format)"
            case .windows: "windows"
            }
        }
    }

    private static func metalink(_ name: String, _ hash: String, _ url: String) -> String {
        "<metalink xmlns='urn:ietf:params:xml:ns:metalink'><file name='\(name)'>\(hash)<url>\(url)</url></file>"
            + "</metalink>"
    }

    private static func bookmarks(_ attributes: String, _ rest: String) -> String {
        "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF=\"https://a.example/\" \(attributes)>\(rest)</DL>"
    }

    /// Files in which `TEXT` is replaced by the text with a long run.
    private static let files: [(Reader, String)] = [
        (.list(.lines), "TEXT\n"),
        (.list(.aria2), "http://a.example/\n  out=TEXT\n"),
        (.list(.aria2), "http://a.example/\n  dir=TEXT\n"),
        (.list(.aria2), "http://a.example/\n  header=Accept: TEXT\n"),
        (.list(.aria2), "http://a.example/\n  header=TEXT: a\n  user-agent=TEXT\n"),
        (.list(.aria2), "http://a.example/\n  checksum=sha-256=TEXT\n"),
        (.list(.aria2), "http://a.example/\n  TEXT=1\n"),
        (.list(.metalink), metalink("TEXT", "", "http://a.example/")),
        (.list(.metalink), metalink("TEXT", "<hash type='TEXT'>00</hash>", "http://a.example/")),
        (.list(.metalink), metalink("x", "<hash type='md5'>TEXT</hash>", "http://a.example/")),
        (.list(.metalink), metalink("x", "", "TEXT")),
        (.list(.json), #"[{"url":"http://a.example/","name":"TEXT"}]"#),
        (.list(.json), #"{"url":"http://a.example/","TEXT":1,"referer":"TEXT"}"# + "\n"),
        (.backup(.bookmarks), bookmarks("", "TEXT</A>")),
        (.backup(.bookmarks), bookmarks("TAGS=\"TEXT\"", "a</A>")),
        (.backup(.bookmarks), bookmarks("", "a</A><DD>TEXT")),
        (.backup(.csv), "URL,Highlight,Note\nhttps://a.example/,words,TEXT\n"),
        (
            .backup(.json),
            #"{"leftoff":1,"places":[{"id":"000000000001","storedAt":"2026-03-01T12:30:00Z","note":"TEXT","#
                + #""snapshot":{"url":"https://a.example/","title":"TEXT","TEXT":1}}]}"#
        ),
        (.places(.pocket), "title,url,time_added,tags,status\nTEXT,https://a.example/,1,TEXT,unread\n"),
        (.places(.wallabag), #"[{"url":"https://a.example/","title":"TEXT","tags":["TEXT"],"is_archived":0}]"#),
        (.windows, "https://a.example/ | TEXT\n"),
        (.windows, "TEXT\nhttps://a.example/\n"),
        (.windows, #"[{"windows":{"1":{"2":{"url":"https://a.example/","title":"TEXT"}}},"name":"TEXT"}]"#),
    ]

    @Test("Of a run in a file of any format, 30 characters are kept", arguments: files)
    func formats(reader: Reader, file: String) throws {
        let bytes = Array(file.replacing("TEXT", with: HostileText.combiningRun).utf8)
        // A file name is composed, which joins the first one with its letter.
        #expect([29, 30].contains(HostileText.longestCombiningRun(in: try reader.dump(of: bytes))))
    }

    @Test("This also holds for escapes and character references")
    func references() throws {
        let escaped = "e" + String(repeating: #"\u0301\u0316"#, count: 1_000)
        let referred = "e" + String(repeating: "&#x301;&#x316;", count: 1_000)
        for (reader, file) in [
            (Reader.list(.json), #"[{"url":"http://a.example/","referer":"\#(escaped)"}]"#),
            (.list(.json), "{\"url\":\"http://a.example/\",\"\(escaped)\":1,\"referer\":\"\(escaped)\"}\n"),
            (.list(.metalink), Self.metalink(referred, "", "http://a.example/")),
            (.backup(.bookmarks), Self.bookmarks("TAGS=\"\(referred)\"", "\(referred)</A>")),
        ] {
            let dump = try reader.dump(of: Array(file.utf8))
            #expect([29, 30].contains(HostileText.longestCombiningRun(in: dump)), "\(reader.testDescription)")
        }
    }
}
