package import DownloadImportExport
import Transfer
package import WHATWGURL

/// An error of importing downloads or of sending them to another program.
package enum QueueControlError: Error, CustomStringConvertible {
    /// A list contains lines that cannot be downloaded; `problems` is not empty.
    case invalidLines(list: String, problems: [QueueImport.Problem])
    /// The JSON-RPC interface of aria2 responded with a redirect, which is not followed because requests contain its
    /// secret.
    case aria2Redirect(WebURL, status: Int)
    /// aria2 refused a call, or its response is malformed.
    case aria2(WebURL, Aria2Call.Failure, status: Int?)

    /// The maximum number of invalid lines that are reported one by one.
    private static let maximumDetails = 20

    package var description: String {
        switch self {
        case .invalidLines(let list, let problems):
            if problems.count == 1 { return Self.line(list, problems[0]) }
            let rest = problems.count > Self.maximumDetails ? " (the first \(Self.maximumDetails) are shown)" : ""
            return "\(list): \(problems.count) lines are invalid\(rest); nothing was added"
        case .aria2Redirect(let url, let status):
            return "\(url.displayText): redirected (HTTP \(status)); redirects are not followed, since they could "
                + "disclose the secret"
        case .aria2(let url, .unauthorized, _): return "\(url.displayText): \(Aria2Call.Failure.unauthorized)"
        case .aria2(let url, let failure, let status):
            return "\(url.displayText): \(failure)\(status.map { " (HTTP \($0))" } ?? "")"
        }
    }

    /// The lines to print before the description; if a list has several invalid lines, one for each.
    package var details: [String] {
        guard case .invalidLines(let list, let problems) = self, problems.count > 1 else { return [] }
        return problems.prefix(Self.maximumDetails).map { Self.line(list, $0) }
    }

    private static func line(_ list: String, _ problem: QueueImport.Problem) -> String {
        let text = problem.text.isEmpty ? "" : ": \(problem.text)"
        return "\(list):\(problem.line)\(text): \(problem.reason)"
    }
}
