/// A format as people choose it: by its name, or `template:` and a template.
package enum LinkFormatChoice: Sendable, Hashable, CustomStringConvertible {
    /// A format with a name.
    case named(LinkFormatName)
    /// A template of one's own.
    case template(LinkTemplate)

    /// What `--format` takes, for people.
    package static var names: String {
        (LinkFormatName.allCases.map(\.rawValue) + ["template:TEXT"]).joined(separator: ", ")
    }

    /// Reads a choice.
    ///
    /// - Parameter text: A name, or `template:` and a template.
    /// - Throws: ``LinkFormatError`` for an unknown name or a template that cannot be read.
    package init(_ text: String) throws(LinkFormatError) {
        if text.hasPrefix("template:") {
            self = .template(try LinkTemplate(String(text.dropFirst("template:".count))))
        } else if let name = LinkFormatName(rawValue: text) {
            self = .named(name)
        } else {
            throw .unknownFormat(text)
        }
    }

    package var description: String {
        switch self {
        case .named(let name): name.rawValue
        case .template: TemplateFormat.name
        }
    }

    /// Whether the format can say which directory files go to.
    package var carriesDirectory: Bool {
        if case .named(let name) = self { name.carriesDirectory } else { false }
    }

    /// Makes a writer for one output.
    ///
    /// - Parameters:
    ///   - directory: The directory that files go to, for the formats that can say it.
    ///   - repeats: Whether ``LinkFormatName/lines`` prints an address that was there before.
    /// - Returns: The writer.
    package func makeFormat(directory: String? = nil, repeats: Bool = false) -> any LinkFormat {
        switch self {
        case .named(let name): name.makeFormat(directory: directory, repeats: repeats)
        case .template(let template): TemplateFormat(template)
        }
    }

    /// Whether the format tells more of a link than its address.
    package var describes: Bool {
        if case .named(let name) = self { ![.lines, .wget, .ytDLP].contains(name) } else { true }
    }

    /// Whether the format tells where a link stands, so that lines and columns must be counted.
    package var tellsPlaces: Bool {
        switch self {
        case .named(let name): [.ndjson, .json, .csv, .tsv].contains(name)
        case .template: true
        }
    }
}
