import DownloadQueue
import WHATWGURL

/// A parser of aria2 input files.
///
/// Each line contains the URLs of one file, separated by tabs; the indented lines after it contain its options.
enum Aria2Import {
    static func read(_ bytes: [UInt8]) -> QueueImport {
        var result = QueueImport()
        var item: ListedDownload?
        for line in TextLines(bytes) where !line.text.hasPrefix("#") {
            guard line.isIndented else {
                if let item { result.items.append(item) }
                item = entry(line, &result)
                continue
            }
            guard var changed = item else { continue }
            // A second owner would make each change of a list copy it.
            item = nil
            option(line, of: &changed, &result)
            item = changed
        }
        if let item { result.items.append(item) }
        return result
    }

    private static func entry(_ line: TextLines.Line, _ result: inout QueueImport) -> ListedDownload? {
        let mirrors = line.text.split(separator: "\t")
        let first = mirrors.first { WebURL(String($0))?.isHTTP ?? false } ?? mirrors.first ?? ""
        if mirrors.count > 1 { result.omissions.add("mirrors") }
        return result.address(first, line: line.number).map(ListedDownload.init(url:))
    }

    private static func option(
        _ line: TextLines.Line, of item: inout ListedDownload, _ result: inout QueueImport
    ) {
        let parts = line.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return result.reject(line.text, line: line.number, "expected 'option=value'") }
        let value = String(parts[1])
        guard DownloadField.isText(value) else {
            return result.reject(parts[0], line: line.number, "its value contains a control character")
        }
        switch parts[0] {
        case "dir": item.directory = value
        case "out":
            guard let name = result.fileName(value) else {
                return result.reject(line.text, line: line.number, "not a valid file name")
            }
            item.name = name
        case "checksum":
            do {
                item.checksum = try Checksum(value)
            } catch {
                result.reject(line.text, line: line.number, "not a digest of a supported type")
            }
        case "referer": item.referer = value
        case "user-agent": item.userAgent = value
        case "all-proxy": item.proxy = value
        case "header":
            do {
                item.headers.append(try DownloadField.parse(value))
            } catch {
                // The message omits the value, which may be a secret.
                result.reject("header=\(DownloadField.name(in: value))", line: line.number, "\(error)")
            }
        default: result.omissions.add("aria2's option \(parts[0])")
        }
    }
}
