import Places
import Syntax
import WHATWGURL

/// Web Annotations in JSON-LD ([Web Annotation Data Model](https://www.w3.org/TR/annotation-model/)): one, an array, an
/// annotation page, or a collection with its first page.
///
/// Zotero describes places in saved pages by CSS selectors and text positions, and places in EPUB files by fragments
/// (`src/dom/common/lib/selector.ts` of zotero/reader). `Places` converts the selectors. Annotations of PDF and EPUB
/// files are not imported, because no page shows them. Hypothesis writes tags, note and title outside of the body.
struct WebAnnotations: DocumentFormat {
    static let format = ImportFormat.annotations

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        // The client of Hypothesis writes an object of its own around the annotations.
        guard keys.isDisjoint(with: ["collections", "leftoff", "export_date", "export_userid"]), let first else {
            return false
        }
        let types = types(of: first)
        return types.contains { ["Annotation", "AnnotationPage", "AnnotationCollection"].contains($0) }
            || first["target"].map { $0.object != nil || $0.array != nil } ?? false
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        guard document.start(of: document.root) == UInt8(ascii: "{") else {
            return [DocumentList(elements: document.root)]
        }
        var members = try document.members(of: document.root)
        if members["items"] == nil, let first = members["first"], document.start(of: first) == UInt8(ascii: "{") {
            members = try document.members(of: first)
        }
        guard let items = members["items"] else { return [DocumentList(entry: document.root)] }
        return [DocumentList(elements: items)]
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        if let kind = fileKind(of: entry.value) {
            throw .malformed("it is an annotation of \(kind), which no web page shows")
        }
        var result = ImportedPlaces(budget: entry.budget)
        result.budget.beginEntry()
        let body = AnnotationBody(entry.value)
        do {
            let read = try PageSnapshot(stored: entry.value)
            var writer = PlaceWriter(url: read.url.href)
            let title = writer.shortened(title: read.title ?? body.title, in: &result)
            var members = read.json.object ?? [:]
            if !title.isEmpty { members["title"] = .string(title) }
            let snapshot = try PageSnapshot(value: .object(members), limit: PageSnapshot.maximumByteCount)
            guard result.budget.spend(snapshot.encoded().count) else {
                throw ImportExportError.malformed(result.budget.excess ?? "")
            }
            let (tags, note) = writer.metadata(tags: body.tags, note: body.note, &result)
            result.places = [
                ImportedPlace(
                    kind: snapshot.anchors.isEmpty ? .top : .highlight, snapshot: snapshot,
                    metadata: try SnapshotMetadata(tags: tags, note: note))
            ]
        } catch let error as SnapshotError {
            throw .malformed(error.reason)
        } catch {
            throw .malformed("\(error)")
        }
        return result
    }

    /// Returns the kind of file that an annotation belongs to; nil if it belongs to a page.
    private static func fileKind(of annotation: JSONValue) -> String? {
        let target = annotation["target"]?[0] ?? annotation["target"] ?? annotation
        let selectors = target["selector"]?.array ?? target["selector"].map { [$0] } ?? []
        for selector in selectors {
            let standard = selector["conformsTo"]?.string ?? ""
            // RFC 3778 and RFC 8118 describe fragments of PDF files.
            if standard.contains("rfc3778") || standard.contains("rfc8118") { return "a PDF file" }
            if standard.contains("epub") || selector["value"]?.string?.hasPrefix("epubcfi(") == true {
                return "an EPUB file"
            }
        }
        let source = target["source"]?["id"]?.string ?? target["source"]?.string ?? target.string ?? ""
        let path = source.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let media = target["source"]?["format"]?.string ?? target["format"]?.string ?? ""
        if path.hasSuffix(".pdf") || media == "application/pdf" { return "a PDF file" }
        return path.hasSuffix(".epub") || media == "application/epub+zip" ? "an EPUB file" : nil
    }

    fileprivate static func types(of value: JSONValue) -> [String] {
        (value["type"]?.array ?? value["type"].map { [$0] } ?? []).compactMap(\.string)
    }
}

/// The note, the tags and the title of a Web Annotation.
private struct AnnotationBody {
    private(set) var tags: [String]
    private(set) var note = ""
    private(set) var title: String

    init(_ annotation: JSONValue) {
        tags = ImportEntry.names(in: annotation["tags"], key: "name")
        let source = annotation["target"]?["source"] ?? annotation["target"]?[0]?["source"]
        let document = annotation["document"]?["title"]
        title = ImportText.line(source?["title"]?.string ?? document?[0]?.string ?? document?.string ?? "")
        var notes = [annotation["bodyValue"]?.string, annotation["text"]?.string].compactMap { $0 }
        let bodies = annotation["body"]?.array ?? annotation["body"].map { [$0] } ?? []
        for body in bodies {
            // A body that is only a URL is a resource that the annotation links to.
            guard let text = body["value"]?.string ?? body["rdf:value"]?.string else { continue }
            let purposes = (body["purpose"]?.array ?? body["purpose"].map { [$0] } ?? []).compactMap(\.string)
            if purposes.contains("tagging") || purposes.contains("oa:tagging") {
                tags.append(text)
            } else if !purposes.contains("highlighting") {
                notes.append(text)
            }
        }
        note = notes.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
