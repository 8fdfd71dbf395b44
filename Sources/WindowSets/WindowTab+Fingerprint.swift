import Hashing
import WHATWGURL

extension [WindowTab] {
    /// A text that differs for tabs with other addresses or titles, by which an import recognizes known windows.
    var fingerprint: String {
        let text = map { "\($0.url.href)\n\($0.title)" }.joined(separator: "\n")
        var hash = FNVHash()
        hash.add(text.utf8)
        return "\(text.utf8.count)-\(hash.value)"
    }
}
