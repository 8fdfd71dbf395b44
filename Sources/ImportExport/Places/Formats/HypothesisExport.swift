import Places
import Syntax

/// The JSON that the client of Hypothesis exports.
///
/// It is `{export_date, export_userid, client_version, annotations}` (`annotations-exporter.tsx` of
/// hypothesis/client). The annotations are those of the API (`APIAnnotationData` in `src/types/api.ts`), which
/// ``WebAnnotations`` reads. A reply refers to the annotations above it by `references`, and a note on the page has no
/// selector.
struct HypothesisExport: DocumentFormat {
    static let format = ImportFormat.hypothesis

    private static let fields = EntryFields(
        read: ["created", "uri", "text", "tags", "target", "document", "references"],
        unneeded: ["id", "links", "actions"],
        lost: [
            EntryFields.modificationDates: ["updated"], "mentions": ["mentions"],
            "sharing settings": [
                "user", "user_info", "group", "permissions", "hidden", "flagged", "moderation", "moderation_status",
            ],
        ])

    /// The keys beside the annotations, which only describe the export.
    private static let exportKeys: Set<String> = ["export_date", "export_userid", "client_version"]

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.contains("annotations") && !keys.isDisjoint(with: ["export_date", "export_userid"])
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        let export = try document.members(of: document.root)
        guard let annotations = export["annotations"] else { throw .malformed("it has no annotations") }
        let (values, skippedCount) = document.values(of: export, except: "annotations")
        var losses = ImportLosses()
        losses.add(unknownMembersOf: .object(values), except: exportKeys, as: EntryFields.unknown)
        losses.add(EntryFields.unknown, skippedCount)
        return [DocumentList(elements: annotations, losses: losses)]
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        guard entry.value["references"]?.array?.isEmpty ?? true else {
            var result = ImportedPlaces(budget: entry.budget)
            result.losses.add("replies")
            return result
        }
        let targets = entry.value["target"]?.array ?? []
        let types = Set((targets.first?["selector"]?.array ?? []).compactMap { $0["type"]?.string })
        if types.contains("PageSelector") { throw refusal(of: "a PDF file") }
        if types.contains("EPUBContentSelector") { throw refusal(of: "an EPUB file") }
        let hasText = !types.isDisjoint(with: textSelectors)
        var result = try WebAnnotations.places(of: hasText ? entry : withoutSelectors(entry))
        let isUnchanged = entry.value["updated"] == entry.value["created"]
        result.losses.add(fields.losses(of: entry.value, except: isUnchanged ? ["updated"] : []))
        if types.contains("MediaTimeSelector") { result.losses.add("positions in videos") }
        if types.contains("ShapeSelector") { result.losses.add("marked areas") }
        if targets.first?["description"]?.string?.isEmpty == false { result.losses.add("descriptions of selections") }
        result.losses.add("further targets of an annotation", targets.count - 1)
        result.losses.add("unknown selectors", types.subtracting(textSelectors + otherSelectors).count)
        return result
    }

    /// The selectors by which the client finds a text.
    private static let textSelectors = ["RangeSelector", "TextPositionSelector", "TextQuoteSelector"]
    /// The selectors without a counterpart.
    private static let otherSelectors = ["MediaTimeSelector", "ShapeSelector"]

    /// Returns an annotation of the whole page with the same note.
    ///
    /// Otherwise the note on an area of a picture, or on a moment of a video without words, would be left out.
    private static func withoutSelectors(_ entry: ImportEntry) -> ImportEntry {
        guard var annotation = entry.value.object, let target = annotation["target"]?[0], var members = target.object
        else { return entry }
        members["selector"] = nil
        annotation["target"] = .array([.object(members)])
        var copy = ImportEntry(line: entry.line, value: .object(annotation), context: entry.context)
        copy.budget = entry.budget
        return copy
    }

    private static func refusal(of kind: String) -> ImportExportError {
        .malformed("it is an annotation of \(kind), which no web page shows")
    }
}
