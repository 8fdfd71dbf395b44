import FoundationEssentials
package import WHATWGURL

extension PageSource {
    /// The URL against which a browser would resolve the page's relative links; nil for standard input.
    package var baseURL: WebURL? {
        switch self {
        case .url(let url): url
        case .archive(let archive): archive.url
        case .standardInput: nil
        case .file(let path): Self.fileURL(of: path.bytes)
        }
    }

    /// Returns the `file:` URL of a path, which is resolved against the current directory.
    private static func fileURL(of path: [UInt8]) -> WebURL? {
        let isAbsolute = path.first == UInt8(ascii: "/")
        let directory = isAbsolute ? [] : Array((FileManager.default.currentDirectoryPath + "/").utf8)
        var escaped: [UInt8] = []
        escaped.reserveCapacity(directory.count + path.count + 16)
        for byte in directory + path {
            switch byte {
            // The URL parser would take these for an escape, a slash and the colon of a drive.
            case UInt8(ascii: "%"): escaped += "%25".utf8
            case UInt8(ascii: "\\"): escaped += "%5C".utf8
            case UInt8(ascii: "|"): escaped += "%7C".utf8
            default: escaped.append(byte)
            }
        }
        return WebURL("file://" + PercentEncoding.encode(escaped, set: .path))
    }
}
