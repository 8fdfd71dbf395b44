/// The description of an output format for links.
///
/// The help, the API and the documentation list the formats of ``all``. To add a format, write a file with its type and
/// its descriptor, and add the descriptor to ``all``. A format is found by its name:
///
/// ```swift
/// let descriptor = try LinkFormatDescriptor(parsing: "csv")
/// var format = descriptor.makeFormat()
/// var bytes = format.opening()
/// for link in links { format.write(link, into: &bytes) }
/// bytes += format.closing()
/// ```
package struct LinkFormatDescriptor: Sendable {
    /// The parts of a link, besides its URL, that a format can contain.
    package struct Contents: OptionSet, Sendable, Hashable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Texts and attributes.
        ///
        /// If they are not needed, the harvester need not collect any text.
        package static let descriptions = Contents(rawValue: 1)
        /// The line, column and byte in the document.
        ///
        /// If they are not needed, the harvester need not count lines.
        package static let positions = Contents(rawValue: 2)
        /// The directory for downloaded files.
        package static let directory = Contents(rawValue: 4)
        /// The result of a check.
        package static let checkResults = Contents(rawValue: 8)
    }

    /// The settings of one output.
    package struct Options: Sendable {
        /// The directory for downloaded files; nil to let the downloader choose.
        ///
        /// It is used only by formats with ``Contents/directory``.
        package var directory: String?
        /// True if ``LinesFormat`` may repeat a URL.
        ///
        /// The other formats write each URL once, because the programs that read them expect that.
        var repeatsURLs: Bool
        /// True if ``LinesFormat`` writes the page of each checked link.
        package var namesPages = false

        /// Creates options.
        package init(directory: String? = nil, repeatsURLs: Bool = false) {
            self.directory = directory
            self.repeatsURLs = repeatsURLs
        }
    }

    /// The name that `--format` and the API accept.
    package let name: String
    /// The media type of an HTTP response in this format.
    ///
    /// It is `text/plain` for every format that a browser would render, so that no text from a page is displayed as a
    /// page of the service.
    package let mediaType: String
    /// The file name extension, without a dot.
    package let fileExtension: String
    /// The parts of a link, besides the URL, that the format contains.
    package let contents: Contents

    /// Creates a writer for one output.
    private let make: @Sendable (Options) -> any LinkFormat

    /// Creates a descriptor.
    init(
        name: String, mediaType: String, fileExtension: String, contents: Contents,
        make: @escaping @Sendable (Options) -> any LinkFormat
    ) {
        self.name = name
        self.mediaType = mediaType
        self.fileExtension = fileExtension
        self.contents = contents
        self.make = make
    }

    /// Creates a writer for one output.
    package func makeFormat(_ options: Options = Options()) -> any LinkFormat { make(options) }
}

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

/// An error in a value of `--format`.
package enum LinkFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no format with this name.
    case unknownFormat(String)
    /// The template contains a field that links do not have.
    case unknownField(String)
    /// The template contains a brace that is not closed.
    case unclosedField
    /// The template contains a backslash that is not followed by t, n, r, 0 or a backslash.
    case unknownEscape(String)

    package var description: String {
        switch self {
        case .unknownFormat(let name): "unknown format \(name); the formats are \(LinkFormatDescriptor.namesForHelp)"
        case .unknownField(let name):
            "unknown field {\(name)}; the fields are \(LinkField.allCases.map(\.rawValue).joined(separator: " "))"
        case .unclosedField: "{ is not closed by }; write {{ for a brace"
        case .unknownEscape(let text): "unknown escape \(text); the escapes are \\t \\n \\r \\0 \\\\"
        }
    }
}
