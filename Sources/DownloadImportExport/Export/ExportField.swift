/// A field of an item that not every format can carry.
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
