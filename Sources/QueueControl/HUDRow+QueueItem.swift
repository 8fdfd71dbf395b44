import DownloadQueue
import Downloads
import Numbers
import TerminalHUD
import WHATWGURL

extension HUDRow {
    /// Creates the row of a running download.
    init(_ row: QueueActivity.Row) {
        let item = row.item
        let lastComponent = item.url.path.split(separator: "/").last.map(String.init)
        self.init(
            label: item.fileName ?? item.name ?? lastComponent ?? item.url.host, fraction: row.progress?.fraction,
            detail: row.progress?.text ?? "")
    }
}

extension ItemProgress {
    /// The downloaded share of the file, 0 to 1; nil if its size is unknown.
    var fraction: Double? {
        guard let total, total > 0 else { return nil }
        return min(1, Double(bytes) / Double(total))
    }

    /// The size, the speed and the remaining time, such as `1.5 MiB, 200 KiB/s, 12 s left`.
    var text: String {
        var parts = [ByteText.size(bytes)]
        guard let rate = bytesPerSecond else { return parts[0] }
        parts.append("\(ByteText.size(Int64(clamping: rate)))/s")
        if let total, rate >= 1, total > bytes { parts.append("\(Self.time(Double(total - bytes) / rate)) left") }
        return parts.joined(separator: ", ")
    }

    private static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<90: "\(Int(clamping: seconds, rounding: .up)) s"
        case ..<5_400: "\(Int(clamping: seconds / 60)) min"
        default: "\(Int(clamping: seconds / 3_600, to: 0...999)) h"
        }
    }
}
