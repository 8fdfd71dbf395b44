import Markup
import WHATWGURL

/// The attributes that the document of a picture may have.
enum PictureAttributes {
    /// The attributes of HTML that neither load nor run anything.
    private static let plain: Set<String> = [
        "class", "title", "lang", "xml:lang", "dir", "alt", "width", "height", "align", "valign", "bgcolor", "color",
        "face", "size", "border", "cellpadding", "cellspacing", "rules", "summary", "scope", "colspan", "rowspan",
        "span", "start", "reversed", "type", "open", "hidden", "datetime", "role", "nowrap", "noshade", "clear",
        "compact", "hspace", "vspace", "text", "link", "label", "disabled", "checked", "selected", "multiple", "rows",
        "cols", "wrap", "placeholder", "min", "max", "low", "high", "optimum", "media", "inert", "abbr",
    ]
    /// The attributes of SVG and MathML; some of them may contain `url(…)`.
    private static let graphical: Set<String> = [
        "d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "dx", "dy",
        "rotate", "viewbox", "preserveaspectratio", "transform", "transform-origin", "fill", "fill-opacity",
        "fill-rule", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
        "stroke-miterlimit", "stroke-opacity", "stroke-width", "opacity", "clip-path", "clip-rule", "mask", "filter",
        "marker-start", "marker-mid", "marker-end", "offset", "stop-color", "stop-opacity", "gradientunits",
        "gradienttransform", "spreadmethod", "patternunits", "patterncontentunits", "patterntransform",
        "clippathunits", "maskunits", "maskcontentunits", "filterunits", "primitiveunits", "markerwidth",
        "markerheight", "markerunits", "orient", "refx", "refy", "textlength", "lengthadjust", "text-anchor",
        "dominant-baseline", "alignment-baseline", "baseline-shift", "font-family", "font-size", "font-style",
        "font-weight", "letter-spacing", "word-spacing", "text-decoration", "writing-mode", "visibility", "display",
        "overflow", "vector-effect", "shape-rendering", "image-rendering", "text-rendering",
        "color-interpolation-filters", "pathlength", "in", "in2", "result", "stddeviation", "values", "mode",
        "operator", "k1", "k2", "k3", "k4", "flood-color", "flood-opacity", "lighting-color", "version",
        "mathvariant", "displaystyle", "scriptlevel", "stretchy", "fence", "separator", "lspace", "rspace",
        "columnalign", "rowalign", "linethickness", "accent", "accentunder", "mathsize", "mathcolor", "notation",
    ]
    /// The elements whose value is a number that is shown.
    private static let withValue: Set<String> = ["li", "progress", "meter"]

    /// Returns the attributes that an element keeps.
    ///
    /// - Parameters:
    ///   - attributes: All its attributes, with lower-case names.
    ///   - element: The lower-case name of the element.
    /// - Returns: The attributes with their values, in the same order.
    static func filtered(_ attributes: [HTMLToken.Attribute], of element: String) -> [HTMLToken.Attribute] {
        attributes.compactMap { attribute in
            value(attribute, of: element).map { HTMLToken.Attribute(name: attribute.name, value: $0) }
        }
    }

    private static func value(_ attribute: HTMLToken.Attribute, of element: String) -> String? {
        let (name, value) = (attribute.name, attribute.value)
        if plain.contains(name) { return value }
        if graphical.contains(name) || name == "style" { return StyleFilter.filtered(value) }
        switch name {
        // The document has an element of its own with this id.
        case "id": return value == CopyDetails.lineID ? nil : value
        case "value": return withValue.contains(element) ? value : nil
        case "href", "xlink:href": return address(value, of: element)
        case "src" where element == "img" || element == "input": return image(value)
        case "background", "poster": return image(value)
        default: break
        }
        let isNamed = name.hasPrefix("aria-") || name.hasPrefix("data-")
        return isNamed && name.utf8.allSatisfy(isNameByte) ? value : nil
    }

    /// Returns the address of a link, or of a part of the document in SVG.
    private static func address(_ value: String, of element: String) -> String? {
        let trimmed = trimmed(value)
        if trimmed.hasPrefix("#") { return trimmed }
        switch element {
        case "a", "area":
            guard let url = WebURL(trimmed), url.isHTTP || url.scheme == "mailto" else { return nil }
            return url.href
        case "image", "feimage": return image(value)
        default: return nil
        }
    }

    private static func image(_ value: String) -> String? {
        let trimmed = trimmed(value)
        return StyleFilter.isDataImage(trimmed) ? trimmed : nil
    }

    private static func trimmed(_ value: String) -> String {
        let rest = value.unicodeScalars.drop { $0.value <= 0x20 }
        let end = rest.lastIndex { $0.value > 0x20 }
        return end.map { String(rest[...$0]) } ?? ""
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
