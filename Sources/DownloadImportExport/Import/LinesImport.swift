import WHATWGURL

/// A parser of lists with one URL per line.
enum LinesImport {
    static func read(_ bytes: [UInt8]) -> QueueImport {
        var result = QueueImport()
        for line in TextLines(bytes) where !line.text.hasPrefix("#") {
            guard let url = result.address(line.text, line: line.number) else { continue }
            result.items.append(ListedDownload(url: url))
        }
        return result
    }
}

extension QueueImport {
    /// Parses an HTTP or HTTPS URL; records a problem and returns nil if it is not one.
    mutating func address(_ text: some StringProtocol, line: Int) -> WebURL? {
        guard let url = WebURL(String(text)) else {
            reject(text, line: line, "not a valid URL")
            return nil
        }
        guard url.isHTTP else {
            reject(
                text, line: line, "only http and https addresses can be downloaded", hasUnsupportedScheme: true)
            return nil
        }
        return url
    }
}
