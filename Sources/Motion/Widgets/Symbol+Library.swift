extension Symbol {
    /// All symbols of the library.
    package static let library: [Symbol] = [
        checkmark, cross, arrowDown, warning, pause, question, link, bookmark, eye, disk, page,
    ]

    /// Returns the symbol with a name, or nil if the library has none.
    package static func named(_ name: String) -> Symbol? { library.first { $0.name == name } }

    /// A check mark, for success.
    package static let checkmark = Symbol(name: "checkmark") { frame in
        var path = Path()
        path.move(to: frame.point(0.01136, 0.53409))
        path.addCurve(
            to: frame.point(0.30682, 0.82955), control1: frame.point(0.26136, 0.78409),
            control2: frame.point(0.30682, 0.82955))
        path.addLine(to: frame.point(0.98864, 0.14773))
        return path
    }

    /// A cross, for failure.
    package static let cross = Symbol(name: "cross") { frame in
        var path = Path()
        path.move(to: frame.point(0.01136, 0.01136))
        path.addLine(to: frame.point(0.98864, 0.98864))
        path.move(to: frame.point(0.98864, 0.01136))
        path.addLine(to: frame.point(0.01136, 0.98864))
        return path
    }

    /// An arrow that points down, for downloads.
    package static let arrowDown = Symbol(
        name: "arrow-down",
        unit: { path in
            path.addLines([Point(0.5, 0.06), Point(0.5, 0.94)])
            path.addLines([Point(0.14, 0.58), Point(0.5, 0.94), Point(0.86, 0.58)])
        })

    /// A warning sign.
    package static let warning = Symbol(
        name: "warning",
        unit: { path in
            path.addLines([Point(0.5, 0.06), Point(0.95, 0.9), Point(0.05, 0.9)])
            path.close()
            path.addLines([Point(0.5, 0.38), Point(0.5, 0.62)])
            path.addLines([Point(0.5, 0.75), Point(0.5, 0.76)])
        })

    /// Two bars, for paused items.
    package static let pause = Symbol(
        name: "pause",
        unit: { path in
            path.addLines([Point(0.3, 0.1), Point(0.3, 0.9)])
            path.addLines([Point(0.7, 0.1), Point(0.7, 0.9)])
        })

    /// A question mark.
    package static let question = Symbol(
        name: "question",
        unit: { path in
            path.addArc(center: Point(0.5, 0.3), radius: 0.24, start: .pi, sweep: 1.35 * .pi)
            path.addCurve(to: Point(0.5, 0.72), control1: Point(0.52, 0.55), control2: Point(0.5, 0.6))
            path.addLines([Point(0.5, 0.92), Point(0.5, 0.93)])
        })

    /// A link of a chain.
    package static let link = Symbol(
        name: "link",
        unit: { path in
            path.move(to: Point(0.42, 0.3))
            path.addLine(to: Point(0.25, 0.3))
            path.addArc(center: Point(0.25, 0.5), radius: 0.2, start: -.pi / 2, sweep: -.pi)
            path.addLine(to: Point(0.42, 0.7))
            path.addLines([Point(0.3, 0.5), Point(0.7, 0.5)])
            path.move(to: Point(0.58, 0.3))
            path.addLine(to: Point(0.75, 0.3))
            path.addArc(center: Point(0.75, 0.5), radius: 0.2, start: -.pi / 2, sweep: .pi)
            path.addLine(to: Point(0.58, 0.7))
        })

    /// A bookmark, for a stored place.
    package static let bookmark = Symbol(
        name: "bookmark",
        unit: { path in
            path.addLines([
                Point(0.22, 0.06), Point(0.78, 0.06), Point(0.78, 0.94), Point(0.5, 0.68), Point(0.22, 0.94),
            ])
            path.close()
        })

    /// An eye, for pages that are being read.
    package static let eye = Symbol(
        name: "eye",
        unit: { path in
            path.move(to: Point(0.04, 0.5))
            path.addQuadratic(to: Point(0.96, 0.5), control: Point(0.5, -0.02))
            path.addQuadratic(to: Point(0.04, 0.5), control: Point(0.5, 1.02))
            path.close()
            path.move(to: Point(0.64, 0.5))
            path.addArc(center: Point(0.5, 0.5), radius: 0.14, start: 0, sweep: 2 * .pi)
            path.close()
        })

    /// A disk, for stored data.
    package static let disk = Symbol(
        name: "disk",
        unit: { path in
            path.addLines([
                Point(0.06, 0.06), Point(0.76, 0.06), Point(0.94, 0.24), Point(0.94, 0.94), Point(0.06, 0.94),
            ])
            path.close()
            path.addLines([Point(0.28, 0.06), Point(0.28, 0.34), Point(0.66, 0.34), Point(0.66, 0.06)])
            path.addLines([Point(0.24, 0.94), Point(0.24, 0.58), Point(0.76, 0.58), Point(0.76, 0.94)])
        })

    /// A page.
    package static let page = Symbol(
        name: "page",
        unit: { path in
            path.addLines([
                Point(0.14, 0.04), Point(0.62, 0.04), Point(0.86, 0.28), Point(0.86, 0.96), Point(0.14, 0.96),
            ])
            path.close()
            path.addLines([Point(0.34, 0.46), Point(0.66, 0.46)])
            path.addLines([Point(0.34, 0.7), Point(0.66, 0.7)])
        })
}
