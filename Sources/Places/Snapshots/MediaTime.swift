import Syntax
import WHATWGURL

/// The time of a medium in the address of its page.
///
/// Pages of videos and podcasts start where their address says, such as `t=90s` in the query or `#t=90`.
///
/// ```swift
/// let media: JSONValue = .array([["currentTime": .number(754.2), "duration": .number(1800)]])
/// let url: JSONValue = .string("https://www.youtube.com/watch?v=abc")
/// let snapshot = try? PageSnapshot(value: .object(["url": url, "media": media]))
/// snapshot?.timedURL
/// // "https://www.youtube.com/watch?v=abc&t=754s"
/// ```
enum MediaTime {
    /// In s: a medium that has played for less time, or has less left, starts at its beginning.
    private static let margin = 5.0
    /// The extensions of the media that browsers play.
    private static let extensions: Set<String> = [
        "aac", "flac", "m4a", "m4v", "mkv", "mov", "mp3", "mp4", "oga", "ogg", "ogv", "opus", "wav", "weba", "webm",
    ]

    /// Returns the address at which a page starts its medium at the captured time.
    ///
    /// - Parameters:
    ///   - page: The address of the page, without a fragment directive.
    ///   - media: The media that had been started.
    /// - Returns: nil if the address stays as it is: the page is not known to take a time, or has no main medium.
    static func address(of page: WebURL, media: [SnapshotMedia]) -> WebURL? {
        guard let main = media.count == 1 ? media[0] : media.first(where: \.isMain), let time = main.currentTime,
            let duration = main.duration, time > margin, time < duration - margin
        else { return nil }
        let seconds = Int(clamping: time.rounded(.down))
        if let site = TimedSite.of(page) { return site.address(of: page, seconds) }
        var query = AddressParameters(page.query)
        // An address can have tens of thousands of times and of directories.
        let isInTopic = !query.times.isEmpty && isTopic(page)
        if let known = query.times.first(where: { isTime($0, isInTopic: isInTopic, below: duration) }) {
            return query.setTime(known, to: seconds) ? page.with(query: query.text) : nil
        }
        let fragment = AddressParameters(page.fragment, isFragment: true)
        return !fragment.times.isEmpty || isMedium(page, main) ? page.withFragment(time: seconds, TimeFormat()) : nil
    }

    /// Returns the URL of a page without the time in its query, if Leftoff adds one to the URLs of its site.
    ///
    /// A page must have the same ``PageKey`` at each time. `js/wire/media-time.js` has the same rules.
    static func withoutTime(_ page: WebURL) -> WebURL {
        let query = AddressParameters(page.query)
        guard let site = TimedSite.of(page), !site.isInFragment, !query.times.isEmpty else { return page }
        return page.with(query: query.withoutTimes) ?? page
    }

    /// Returns true if a parameter of a page of an unknown site is a time.
    ///
    /// Forums number their topics with `t` and their posts with `start`. Therefore a number without a unit counts only
    /// in `t` and `time_continue`, within the duration of the medium, and in no topic of the usual forum programs.
    private static func isTime(
        _ parameter: AddressParameters.Time, isInTopic: Bool, below duration: Double
    ) -> Bool {
        parameter.format.hasUnit || parameter.name != "start" && parameter.seconds < duration && !isInTopic
    }

    /// Returns true for a topic of the usual forum programs.
    private static func isTopic(_ page: WebURL) -> Bool {
        let name = page.path.split(separator: "/").last ?? ""
        return name.hasPrefix("viewtopic") || name.hasPrefix("showthread")
    }

    /// Returns true if a document is the medium itself, for which browsers read the time in the fragment (Media
    /// Fragments URI 1.0, section 4.2.1).
    private static func isMedium(_ page: WebURL, _ medium: SnapshotMedia) -> Bool {
        guard let dot = page.path.lastIndex(of: "."), extensions.contains(page.path[dot...].dropFirst().lowercased())
        else { return false }
        return WebURL(medium.source)?.withoutFragment() == page.withoutFragment()
    }
}

/// A medium that had been started at capture.
struct SnapshotMedia: Sendable, Hashable {
    /// The URL as captured; empty if it was too long or is not known.
    let source: String
    /// The time at which the medium was, in seconds.
    let currentTime: Double?
    /// The length in seconds; nil for a live stream.
    let duration: Double?
    /// True if the page is about this medium.
    let isMain: Bool

    /// Creates a medium from a member of a validated snapshot.
    init(_ json: JSONValue) {
        source = json["src"]?.string ?? ""
        currentTime = json["currentTime"]?.number
        duration = json["duration"]?.number
        isMain = json["main"]?.bool == true
    }
}

/// A site whose pages take a time in their address.
private struct TimedSite {
    /// The hosts, without `www.` and `m.`.
    let hosts: Set<String>
    /// The paths of the pages; those that end with a slash are prefixes.
    let paths: [String]
    /// The parameter of the time.
    let parameter: String
    /// True if the time stands in the fragment instead of the query.
    var isInFragment = false
    let format: TimeFormat

    /// The known sites.
    ///
    /// `js/wire/media-time.js` has those with the time in the query.
    private static let all = [
        TimedSite(
            hosts: ["youtube.com", "music.youtube.com"], paths: ["/watch", "/live/"], parameter: "t",
            format: TimeFormat(style: .unit)),
        TimedSite(
            hosts: ["youtube.com", "youtube-nocookie.com"], paths: ["/embed/"], parameter: "start",
            format: TimeFormat()),
        TimedSite(hosts: ["youtu.be"], paths: ["/"], parameter: "t", format: TimeFormat()),
        TimedSite(hosts: ["twitch.tv"], paths: ["/videos/"], parameter: "t", format: TimeFormat(style: .units)),
        TimedSite(
            hosts: ["dailymotion.com"], paths: ["/video/", "/embed/video/"], parameter: "start", format: TimeFormat()),
        TimedSite(hosts: ["archive.org"], paths: ["/details/", "/embed/"], parameter: "start", format: TimeFormat()),
        TimedSite(
            hosts: ["vimeo.com", "player.vimeo.com"], paths: ["/"], parameter: "t", isInFragment: true,
            format: TimeFormat(style: .unit)),
        TimedSite(
            hosts: ["soundcloud.com"], paths: ["/"], parameter: "t", isInFragment: true,
            format: TimeFormat(style: .clock)),
    ]

    /// Returns the site of a page; nil if it is not known.
    static func of(_ page: WebURL) -> TimedSite? {
        guard page.isHTTP else { return nil }
        var host = page.hostname
        for label in ["www.", "m."] where host.hasPrefix(label) { host = String(host.dropFirst(label.count)) }
        let path = page.path
        return all.first { site in
            site.hosts.contains(host) && site.paths.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
        }
    }

    /// Returns the address of a page with a time in seconds; nil if it cannot be added.
    func address(of page: WebURL, _ seconds: Int) -> WebURL? {
        if isInFragment { return page.withFragment(time: seconds, format) }
        var query = AddressParameters(page.query)
        if let known = query.times.first(where: { $0.name == parameter }) {
            return query.setTime(known, to: seconds) ? page.with(query: query.text) : nil
        }
        let added = "\(parameter)=\(format.text(seconds))"
        return query.isSigned ? nil : page.with(query: query.withoutTimes.map { "\($0)&\(added)" } ?? added)
    }
}

/// The parameters in the query or in the fragment of an address.
private struct AddressParameters {
    /// A parameter that is a time.
    struct Time {
        let index: Int
        let name: Substring
        let format: TimeFormat
        let seconds: Double
    }

    private static let names: Set<Substring> = ["t", "start", "time_continue"]

    private var list: [Substring]
    /// The times, in the order of the address.
    let times: [Time]

    /// Creates the parameters of a query or a fragment.
    ///
    /// - Parameters:
    ///   - text: The query or the fragment; nil if there is none.
    ///   - isFragment: True for a fragment, in which only `t` is a time.
    init(_ text: String?, isFragment: Bool = false) {
        let list = (text ?? "").split(separator: "&", omittingEmptySubsequences: false)
        let names = isFragment ? ["t"] : Self.names
        times = list.indices.compactMap { index in
            let parts = list[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, names.contains(parts[0]),
                let (format, seconds) = TimeFormat.parse(parts[1], isFragment: isFragment)
            else { return nil }
            return Time(index: index, name: parts[0], format: format, seconds: seconds)
        }
        self.list = list
    }

    /// The parameters as in the address.
    var text: String { list.joined(separator: "&") }

    /// The parameters that are no times; nil if there are none.
    var withoutTimes: String? {
        let timed = Set(times.map(\.index))
        let others = list.indices.filter { !list[$0].isEmpty && !timed.contains($0) }
        return others.isEmpty ? nil : others.map { list[$0] }.joined(separator: "&")
    }

    /// True if the address may be valid only with these parameters.
    var isSigned: Bool {
        list.contains { parameter in
            let name = parameter.prefix { $0 != "=" }.lowercased()
            return name.contains("signature") || name.contains("token") || name.hasPrefix("x-amz-")
        }
    }

    /// Changes a time.
    ///
    /// - Returns: False if the parameters are signed, and must stay as they are.
    mutating func setTime(_ time: Time, to seconds: Int) -> Bool {
        guard !isSigned else { return false }
        list[time.index] = "\(time.name)=\(time.format.text(seconds))"
        return true
    }
}

/// A form in which addresses contain times.
private struct TimeFormat {
    enum Style {
        /// `90`.
        case number
        /// `90s`.
        case unit
        /// `1m30s`.
        case units
        /// `1:30`.
        case clock
    }

    var style = Style.number
    /// `npt:` (Media Fragments URI 1.0, section 4.2.1) or empty.
    var prefix = ""

    /// True if the text can be nothing but a time.
    var hasUnit: Bool { style != .number || !prefix.isEmpty }

    /// Returns a time in this form.
    func text(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        switch style {
        case .number: return "\(prefix)\(seconds)"
        case .unit: return "\(prefix)\(seconds)s"
        case .units: return prefix + (hours > 0 ? "\(hours)h" : "") + (seconds >= 60 ? "\(minutes)m" : "") + "\(rest)s"
        case .clock:
            let pair = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
            return prefix + (hours > 0 ? "\(hours):\(pair(minutes))" : "\(minutes)") + ":\(pair(rest))"
        }
    }

    /// Parses a time.
    ///
    /// - Parameters:
    ///   - text: The value of a parameter.
    ///   - isFragment: True if it may be a clock time.
    /// - Returns: The form, and the time in seconds; nil if the text is no time.
    static func parse(_ text: Substring, isFragment: Bool) -> (format: TimeFormat, seconds: Double)? {
        let prefix = text.hasPrefix("npt:") ? "npt:" : ""
        let value = text.dropFirst(prefix.count)
        if isFragment, value.contains(":") {
            let parts = value.split(separator: ":", omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count), parts.allSatisfy({ ASCII.isDigits($0) }) else { return nil }
            let seconds = parts.reduce(0.0) { $0 * 60 + (Double($1) ?? 0) }
            return (TimeFormat(style: .clock, prefix: prefix), seconds)
        }
        var rest = value
        var seconds = 0.0
        var style = Style.number
        for (unit, length) in [("h", 3600.0), ("m", 60.0)] {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, rest.dropFirst(digits.count).hasPrefix(unit) else { continue }
            seconds += (Double(digits) ?? 0) * length
            rest = rest.dropFirst(digits.count + 1)
            style = .units
        }
        if !rest.isEmpty {
            if rest.hasSuffix("s") {
                rest = rest.dropLast()
                if style == .number { style = .unit }
            }
            let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, parts.allSatisfy({ ASCII.isDigits($0) }), let number = Double(rest)
            else { return nil }
            seconds += number
        }
        return value.isEmpty ? nil : (TimeFormat(style: style, prefix: prefix), seconds)
    }
}

extension WebURL {
    /// Returns the URL with another query; nil removes it.
    fileprivate func with(query: String?) -> WebURL? {
        let page = withoutFragment().href.prefix { $0 != "?" }
        return WebURL(page + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? ""))
    }

    /// Returns the URL with a time in its fragment.
    ///
    /// - Parameters:
    ///   - seconds: Counted from the beginning of the medium.
    ///   - format: The form of the time if the fragment has none yet.
    /// - Returns: nil if the page uses its fragment for something else.
    fileprivate func withFragment(time seconds: Int, _ format: TimeFormat) -> WebURL? {
        let page = withoutFragment().href
        guard let fragment, !fragment.isEmpty else { return WebURL("\(page)#t=\(format.text(seconds))") }
        var parameters = AddressParameters(fragment, isFragment: true)
        guard !fragment.hasPrefix("/"), !fragment.hasPrefix("!"), let known = parameters.times.first,
            parameters.setTime(known, to: seconds)
        else { return nil }
        return WebURL("\(page)#\(parameters.text)")
    }
}
