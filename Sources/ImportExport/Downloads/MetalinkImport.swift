import DownloadQueue
import Markup
import Syntax
import WHATWGURL

/// A parser of Metalink 4 (RFC 5854) that reads the name, the strongest digest and the preferred URL of each file.
final class MetalinkImport: XMLHandler {
    private static let namespace = "urn:ietf:params:xml:ns:metalink"

    private var result: QueueImport
    private var path: [String] = []
    private var line = 1
    private var name: String?
    private var checksum: Checksum?
    /// The preferred URL of the file so far.
    private var url: (priority: Int, text: String, isHTTP: Bool)?
    private var hasMirrors = false
    private var hasUnknownHash = false
    private var hasSize = false
    private var attribute: String?
    private var hashLine = 1
    private var content: [UInt8] = []
    private var isMetalink = false

    private init(_ result: QueueImport) { self.result = result }

    static func read(_ bytes: [UInt8], into result: QueueImport) -> QueueImport {
        let handler = MetalinkImport(result)
        do {
            let encoding = bytes.withUnsafeBufferPointer { SniffedEncoding(ofXML: $0, contentType: nil) }
            let parser = try XMLPushParser(encoding: encoding, handler: handler)
            bytes.withUnsafeBufferPointer { parser.push($0) }
            if let failure = parser.finish() {
                handler.result.reject("", line: failure.position.line, "not well-formed XML: \(failure.reason)")
            }
        } catch {
            handler.result.reject("", line: 1, "\(error)")
        }
        if !handler.isMetalink, handler.result.problems.isEmpty {
            handler.result.reject("", line: 1, "not a Metalink 4 document (RFC 5854)")
        }
        return handler.result
    }

    func startElement(_ element: XMLElement, position: () -> SourcePosition) {
        // Elements of other namespaces are extensions.
        let isOwn = element.name.namespace == Self.namespace
        path.append(isOwn ? element.name.local : "")
        content = []
        switch path {
        case ["metalink"]: isMetalink = true
        case ["metalink", "file"]:
            (name, checksum, url, line) = (element.value(of: "name"), nil, nil, position().line)
            (hasUnknownHash, hasSize, hasMirrors) = (false, false, false)
        case ["metalink", "file", "size"]: hasSize = true
        case ["metalink", "file", "hash"]: (attribute, hashLine) = (element.value(of: "type"), position().line)
        case ["metalink", "file", "url"]: attribute = element.value(of: "priority")
        default: break
        }
    }

    func endElement(_ name: XMLName) {
        let text = String(decoding: content, as: UTF8.self).streamSafe.split(whereSeparator: \.isWhitespace).joined()
        switch path {
        case ["metalink", "file"]: endFile()
        case ["metalink", "file", "hash"]: endHash(text)
        case ["metalink", "file", "url"]:
            // A lower number takes precedence; a URL without a number comes last (RFC 5854, section 4.2.16.1).
            addURL(text, priority: attribute.flatMap { Int($0) } ?? 1_000_000)
        default: break
        }
        path.removeLast()
        content = []
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if path.count == 3 { content.append(contentsOf: text) }
    }

    func processingInstruction(target: String, data: String, position: () -> SourcePosition) {}

    private func endHash(_ digits: String) {
        // The types are from the IANA registry of hash names; a type that Leftoff cannot compute is not an error.
        guard let algorithm = DigestAlgorithm(named: attribute ?? "") else {
            hasUnknownHash = true
            return
        }
        guard let digest = try? Checksum("\(algorithm.rawValue)=\(digits)") else {
            return result.reject(
                "\(algorithm.listName)=\(digits)", line: hashLine,
                "not a digest of \(algorithm.displayName): \(2 * algorithm.byteCount) hexadecimal digits are needed")
        }
        // Among the supported algorithms, a longer digest is stronger.
        if let checksum, checksum.algorithm.byteCount >= algorithm.byteCount { return }
        checksum = digest
    }

    /// Keeps a URL if it is preferred to those before: http and https come first, then the lower priority.
    private func addURL(_ text: String, priority: Int) {
        hasMirrors = url != nil
        if let url, url.isHTTP, priority >= url.priority { return }
        let isHTTP = WebURL(text)?.isHTTP ?? false
        if let url, !isHTTP, url.isHTTP || priority >= url.priority { return }
        url = (priority, text, isHTTP)
    }

    private func endFile() {
        guard let preferred = url?.text else {
            return result.reject(name ?? "", line: line, "the file has no address")
        }
        guard let url = result.address(preferred, line: line) else { return }
        if hasMirrors { result.omissions.add("mirrors") }
        if hasSize { result.omissions.add("sizes") }
        if hasUnknownHash { result.omissions.add("hashes of types that Leftoff does not compute") }
        // The name may be a path; only its last component is used (RFC 5854, section 4.1.2.1).
        let name = name.flatMap { result.fileName($0) }
        var item = ListedDownload(url: url)
        (item.name, item.checksum) = (name, checksum)
        result.items.append(item)
    }
}
