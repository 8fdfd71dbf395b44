import JSON
import LinkHarvest
import TerminalHUD

extension ArchiveSummary {
    /// The counts as one line for people.
    var text: String {
        var counts = [
            counted(records, "record"), counted(responses, "response"), counted(pages, "page"), counted(links, "link"),
        ]
        if failedRecords > 0 { counts.append("\(counted(failedRecords, "record")) damaged") }
        if isTruncated { counts.append("truncated") }
        return "\(archive): \(counts.joined(separator: ", "))"
    }

    /// The counts as a JSON object on one line.
    var json: String {
        """
        {"input":\(JSONString.literal(archive)),"records":\(records),"responses":\(responses),"pages":\(pages),\
        "links":\(links),"failedRecords":\(failedRecords),"truncated":\(isTruncated),"bytes":\(bytes)}
        """
    }
}

extension DamagedRecord {
    /// The damage as a JSON object on one line.
    var json: String {
        let url = targetURI.map { JSONString.literal($0) } ?? "null"
        return """
            {"file":\(JSONString.literal(archive)),"offset":\(offset),"url":\(url),\
            "reason":\(JSONString.literal(reason))}
            """
    }
}
