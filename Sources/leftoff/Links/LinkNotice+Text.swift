import LinkFormats
import LinkHarvest
import LinkPipeline
import WHATWGURL

extension LinkNotice {
    /// The notice as one line of text.
    var text: String {
        switch self {
        case .warning(let line): line
        case .reading(let reading): "\(reading)"
        case .damagedRecord(let record): "\(record)"
        case .archive(let summary): summary.text
        case .failure(let failure), .skippedFailure(let failure): "\(CommandFailure(failure))"
        case .skippedRedirect(let url, let target):
            "\(Self.name(of: url)): redirects to \(Self.name(of: target)), skipped"
        case .excluded(let link): link.line
        case .broken(let link, let result):
            "\(link.source): \(link.url?.withoutCredentials().href ?? link.raw): \(Self.reason(result))"
        case .completeCrawl(let journal): "\(journal): the crawl is complete; delete this file to start over"
        case .duplicatesPossible:
            "more than \(LinkLimits.rememberedLinkCount) addresses: later ones may be printed twice"
        case .missingInView(let url, let count, let total):
            "\(Self.name(of: url, or: "page")): \(count) of \(total) links in view are not in its source"
        }
    }

    private static func name(of url: WebURL?, or other: String = "-") -> String {
        url?.withoutCredentials().href ?? other
    }

    private static func reason(_ result: LinkCheckResult) -> String {
        guard let status = result.status, status >= 400 else { return result.reason ?? "no response" }
        return "HTTP \(status)"
    }
}
