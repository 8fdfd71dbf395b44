import Hummingbird
import LinkFormats
import LinkHarvest
import LinkPipeline
import LinkSelection
import Markup
import Normalization

/// The parameters of a request for links, which are those of `leftoff links`.
struct LinkRequest: Sendable {
    /// The names of the parameters, except for those that identify the page.
    static let parameters: Set<String> = [
        "kind", "include", "exclude", "ext", "type", "scheme", "same-host", "same-site", "rel", "text", "in-view",
        "limit",
        "sort", "normalize", "keep-duplicates", "invalid", "lazy", "script-strings", "within", "format", "dir",
    ]
    /// The maximum and the default number of links in a response.
    static let limits = (most: 100_000, standard: 10_000)

    /// The links to return, and their order.
    let query: LinkReader.Query
    /// True if only the links in view are returned.
    let isInView: Bool
    let format: LinkFormatDescriptor
    /// The directory for downloaded files, for formats that can contain one.
    let directory: String?

    /// Parses the parameters.
    ///
    /// - Parameter request: A request whose parameters all have known names.
    /// - Throws: `Problem` (400) for a malformed value.
    init(_ request: Request) throws {
        let keepsDuplicates = try request.flag("keep-duplicates")
        let includesInvalid = try request.flag("invalid")
        isInView = try request.flag("in-view")
        let limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.most)
        let order = try Self.choice(request, "sort", LinkOrder.document)
        directory = request.queryValue("dir")
        format = try .requested(request.queryValue("format"), directory: directory)
        do {
            let normalization = try URLNormalization(named: request.queryValues("normalize"))
            let include = request.queryValues("include")
            let exclude = request.queryValues("exclude")
            let text = request.queryValues("text")
            // The filters that are cheapest and exclude most come first.
            let filters: [LinkFilter?] = [
                try .kinds(named: request.queryValues("kind")), try .relations(named: request.queryValues("rel")),
                try .schemes(named: request.queryValues("scheme")),
                try request.flag("same-host") ? .sameHost : nil, try request.flag("same-site") ? .sameSite : nil,
                try .extensions(named: request.queryValues("ext")), try .types(named: request.queryValues("type")),
                isInView ? .inView : nil,
                include.isEmpty ? nil : .included(try TextPattern.list(include)),
                exclude.isEmpty ? nil : .excluded(try TextPattern.list(exclude)),
                text.isEmpty ? nil : .texts(try TextPattern.list(text, ignoresCase: true)),
            ]
            let selection = LinkSelection(
                normalization: normalization, filters: filters.compactMap { $0 },
                keepsDuplicates: keepsDuplicates || normalization.isEmpty, includesInvalid: includesInvalid)
            var harvest = HarvestOptions(
                keepsDuplicates: keepsDuplicates, includesInvalid: includesInvalid,
                includesLazyLoading: try request.flag("lazy"),
                locates: format.contents.contains(.positions),
                scope: try request.queryValue("within").map(ElementScope.init))
            harvest.includesScriptStrings = try request.flag("script-strings")
            query = LinkReader.Query(harvest: harvest, selection: selection, order: order, limit: limit)
        } catch let error as LinkSelectionError {
            throw Problem(.badRequest, "\(error)".trimmingPrefix("--").description)
        } catch let error as ElementScopeError {
            throw Problem(.badRequest, "within: \(error)")
        }
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ request: Request, _ name: String, _ standard: Value
    ) throws -> Value {
        guard let text = request.queryValue(name) else { return standard }
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "\(name) must be one of \(known)")
        }
        return value
    }
}
