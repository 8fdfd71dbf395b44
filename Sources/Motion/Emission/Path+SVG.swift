import Glibc
import Syntax

extension Path {
    /// The path as SVG path data (the `d` attribute).
    var svgData: String { contours.map(\.svgData).joined() }
}

extension Path.Contour {
    /// The contour as SVG path data.
    ///
    /// Arcs are converted to cubic curves with an error of less than a thousandth of the radius.
    package var svgData: String {
        guard let first = segments.first else { return "" }
        var data = "M" + Self.text(first.begin)
        for segment in segments {
            switch segment {
            case .line(_, let end): data += "L" + Self.text(end)
            case .quadratic(_, let control, let end): data += "Q" + Self.text(control) + " " + Self.text(end)
            case .cubic(_, let a, let b, let end):
                data += "C" + Self.text(a) + " " + Self.text(b) + " " + Self.text(end)
            case .arc(_, _, _, _, let sweep):
                let count = Int(clamping: abs(sweep) / (.pi / 2), to: 1...1024, rounding: .up)
                for index in 0..<count { data += Self.curve(segment, index, of: count) }
            }
        }
        return isClosed ? data + "Z" : data
    }

    private static func curve(_ arc: PathSegment, _ index: Int, of count: Int) -> String {
        let part = arc.part(from: Double(index) / Double(count), to: Double(index + 1) / Double(count))
        guard case .arc(_, _, _, _, let sweep) = part, sweep != 0 else { return "L" + text(part.end) }
        // The distance of a cubic curve's control points along the tangents of an arc.
        let reach = 4 / 3 * tan(sweep / 4) / sweep
        let a = part.begin + part.derivative(at: 0) * reach
        let b = part.end - part.derivative(at: 1) * reach
        return "C" + text(a) + " " + text(b) + " " + text(part.end)
    }

    private static func text(_ point: Point) -> String { SVGNumber.text(point.x) + " " + SVGNumber.text(point.y) }
}

/// A formatter of numbers for SVG and CSS.
package enum SVGNumber {
    /// Returns a number as text, without trailing zeros.
    ///
    /// - Parameters:
    ///   - value: The number; infinity and NaN are written as 0.
    ///   - digits: The maximum number of decimals.
    /// - Returns: Text such as `0.5`, `12` or `-3.25`.
    package static func text(_ value: Double, digits: Int = 3) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "0" }
        var power = 1
        for _ in 0..<digits { power *= 10 }
        let scaled = Int(clamping: value * Double(power), to: -1 << 62...1 << 62)
        guard scaled != 0 else { return "0" }
        guard digits > 0 else { return String(scaled) }
        let whole = abs(scaled) / power
        var fraction = String(abs(scaled) % power)
        fraction = String(repeating: "0", count: digits - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
