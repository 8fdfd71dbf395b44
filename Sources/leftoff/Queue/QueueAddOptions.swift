import ArgumentParser
import Downloads
import FoundationEssentials
import Transfer
import WHATWGURL

/// What `leftoff queue add` and `leftoff get` take: addresses, and how to download them.
struct QueueAddOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("http and https addresses.", valueName: "url"))
    var urls: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("A list of addresses, one a line, or - .", valueName: "file"))
    var inputFile: String?

    @Option(help: ArgumentHelp("The directory that receives the files; made if it is not there.", valueName: "dir"))
    var dir: String?

    @Option(help: ArgumentHelp("The file's name, for a single address.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The SHA-256 that the file must have, for a single address.", valueName: "sha256=hex"))
    var checksum: String?

    @Option(help: ArgumentHelp("The value of the Referer field.", valueName: "url"))
    var referer: String?

    @Option(help: ArgumentHelp("A further request field, 'Name: value'; repeatable.", valueName: "field"))
    var header: [String] = []

    @Option(help: "Higher ones are downloaded first.")
    var priority = 0

    /// Reads and checks everything, so that nothing is added when anything is wrong.
    ///
    /// - Returns: What is asked for, in order.
    /// - Throws: `CommandFailure`.
    func newItems() throws -> [NewQueueItem] {
        var addresses = try urls.map { try address($0, from: $0) }
        if let inputFile {
            addresses += try InputBytes.list(inputFile).map { try address($0.text, from: "\(inputFile):\($0.line)") }
        }
        guard !addresses.isEmpty || inputFile != nil else {
            throw CommandFailure(what: "usage", why: "name an address, or a list with -i", status: .usage)
        }
        if addresses.count > 1, name != nil || checksum != nil {
            throw CommandFailure(
                what: "usage", why: "--name and --checksum take a single address", status: .usage)
        }
        if let name, FileName.safe(name) == nil {
            throw CommandFailure(what: "--name \(name)", why: "not a name that a file can have", status: .usage)
        }
        let checksum = try checksum.map { try Checksum($0) }
        let headers = try header.map(field)
        try check("--referer", referer ?? "")
        let directory = try directory()
        return addresses.map { url in
            NewQueueItem(
                url: url, directory: directory, name: name, checksum: checksum, referer: referer, headers: headers,
                priority: priority)
        }
    }

    private func address(_ text: String, from place: String) throws -> WebURL {
        guard let url = WebURL(text) else {
            let what = place == text ? text : "\(place): \(text)"
            throw CommandFailure(what: what, why: "not an address by the URL Standard", status: .malformedInput)
        }
        guard url.isHTTP else {
            let what = place == text ? text : "\(place): \(text)"
            throw CommandFailure(
                what: what, why: "only http and https addresses are downloaded", status: .malformedInput)
        }
        return url
    }

    private func field(_ text: String) throws -> HTTPField {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
            throw CommandFailure(what: "--header \(text)", why: "'Name: value' is needed", status: .usage)
        }
        let name = String(text[..<colon])
        let value = String(text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
        guard isToken else {
            throw CommandFailure(what: "--header \(text)", why: "not a field's name", status: .usage)
        }
        // What frames the message, names its host, or asks for parts is not a person's to set.
        let own = ["host", "content-length", "transfer-encoding", "connection", "range", "if-range", "accept-encoding"]
        guard !own.contains(name.lowercased()) else {
            throw CommandFailure(what: "--header \(name)", why: "Leftoff sets this field itself", status: .usage)
        }
        try check("--header \(name)", value)
        return HTTPField(name: name, value: value)
    }

    private func check(_ what: String, _ value: String) throws {
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw CommandFailure(what: what, why: "a control character in it", status: .usage)
        }
    }

    /// The directory's absolute path; it is there and may be written, or that is said now rather than at night.
    private func directory() throws -> String {
        let path = dir ?? "."
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CommandFailure(what: "--dir", why: "not a directory's name", status: .usage)
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(what: path, why: "cannot create the directory", status: .cannotCreate)
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            throw CommandFailure(what: path, why: "files may not be written there", status: .cannotCreate)
        }
        return SystemPath.absolute(path)
    }
}
