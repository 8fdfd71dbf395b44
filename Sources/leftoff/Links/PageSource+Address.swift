import FoundationEssentials
import WHATWGURL

extension PageSource {
    /// The address from which a browser would resolve the page's relative links; nil for standard input.
    var address: WebURL? {
        switch self {
        case .address(let url): return url
        case .standardInput: return nil
        case .file(let path):
            let isAbsolute = path.bytes.first == UInt8(ascii: "/")
            let start = isAbsolute ? [] : Array((FileManager.default.currentDirectoryPath + "/").utf8)
            var literal: [UInt8] = []
            literal.reserveCapacity(start.count + path.bytes.count + 16)
            for byte in start + path.bytes {
                switch byte {
                // In a path these stand for themselves; in an address they would be an escape, a slash, or a drive's colon.
                case UInt8(ascii: "%"): literal += "%25".utf8
                case UInt8(ascii: "\\"): literal += "%5C".utf8
                case UInt8(ascii: "|"): literal += "%7C".utf8
                default: literal.append(byte)
                }
            }
            return WebURL("file://" + PercentEncoding.encode(literal, set: .path))
        }
    }
}
