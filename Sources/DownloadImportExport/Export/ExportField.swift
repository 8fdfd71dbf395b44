/// A property of a download that some export formats cannot represent; the raw value is its name in messages.
enum ExportField: String, CaseIterable {
    case directory
    case name
    case checksum
    case referer
    case headers = "header fields"
    case userAgent = "user agent"
    case proxy
    case netrcPath = "netrc file"
    case cookiesPath = "cookie file"
}
