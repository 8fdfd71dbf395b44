extension LinkFormatDescriptor {
    /// All formats with a fixed name, in the order of the help.
    package static let all: [LinkFormatDescriptor] = [
        LinesFormat.descriptor,
        NDJSONFormat.descriptor,
        JSONFormat.descriptor,
        CSVFormat.descriptor,
        TSVFormat.descriptor,
        MarkdownFormat.descriptor,
        HTMLFormat.descriptor,
        BookmarksFormat.descriptor,
        OPMLFormat.descriptor,
        Aria2Format.descriptor,
        WgetFormat.descriptor,
        CurlFormat.descriptor,
        YTDLPFormat.descriptor,
        MetalinkFormat.descriptor,
    ]

    /// The default format of the command line.
    package static let lines = LinesFormat.descriptor
    /// The default format of the API.
    package static let json = JSONFormat.descriptor

    /// The values that `--format` accepts, as a list for the help.
    package static var namesForHelp: String {
        (all.map(\.name) + ["\(templatePrefix)TEXT"]).joined(separator: ", ")
    }

    private static let templatePrefix = "template:"

    /// Finds the format with a name, or creates one from `template:` and a template.
    ///
    /// - Parameter text: A value of `--format`.
    /// - Throws: ``LinkFormatError`` for an unknown name and for a malformed template.
    package init(parsing text: String) throws(LinkFormatError) {
        if text.hasPrefix(Self.templatePrefix) {
            self = TemplateFormat.descriptor(for: try LinkTemplate(String(text.dropFirst(Self.templatePrefix.count))))
        } else if let descriptor = Self.all.first(where: { $0.name == text }) {
            self = descriptor
        } else {
            throw .unknownFormat(text)
        }
    }
}
