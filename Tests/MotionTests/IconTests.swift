import Foundation
import Testing

@testable import Motion

/// The icon of the web page, the extension and the desktop entry.
@Suite struct IconTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Resources/web/icon.svg").standardized

    @Test("The icon is the half ring of the status display around three lines of text")
    func iconIsTheRing() throws {
        let ring = RingTimeline()
        let width = 3.2
        let circle = ring.circle(in: Rect(x: 2.9, y: 2.9, width: 26.2, height: 26.2), lineWidth: width)
        let half = MeasuredPath(circle).trimmed(Trim(end: ring.state(at: 0).strokeEnd))
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-linecap="round" \
            stroke-width="\(SVGNumber.text(width))">
              <path d="\(circle.svgData)" stroke="#9a8f82" stroke-opacity=".35"/>
              <path d="\(half.svgData)" stroke="#b4472b"/>
              <path d="M11.5 11.5h9M11.5 16h9M11.5 20.5h4.5" stroke="#9a8f82" stroke-width="2"/>
            </svg>

            """
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        } else {
            let icon = try String(contentsOf: Self.file, encoding: .utf8)
            #expect(icon == text, "record Resources/web/icon.svg with RECORD=1, then run `Tools/build-icons`")
        }
    }
}
