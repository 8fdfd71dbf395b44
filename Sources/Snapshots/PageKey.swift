import WHATWGURL

/// The form of an address in which two visits to one page compare equal.
///
/// Dropped are: user name, password and default port; query parameters that only say where a reader came from; a query
/// that is then empty; and the fragment, unless it chooses the page, as in applications that route by `#/` or `#!`, whose
/// fragment loses a fragment directive (`:~:`). Kept are: scheme, `www.`, case and encoding of the path, a slash at its
/// end, and order and repetition of the other parameters. These change which page is shown on enough sites.
enum PageKey {
    /// Parameters that analytics and mail services add; compared without regard to case.
    private static let trackingNames: Set<String> = [
        "_ga", "_gl", "_hsenc", "_hsmi", "_openstat", "dclid", "fb_action_ids", "fb_action_types", "fb_ref",
        "fb_source",
        "fbclid", "gad_campaignid", "gad_source", "gbraid", "gclid", "gclsrc", "hsctatracking", "igsh", "igshid",
        "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id", "rb_clickid", "srsltid",
        "ttclid", "twclid", "vero_conv", "vero_id", "wbraid", "wickedid", "yclid", "ysclid",
    ]
    /// Beginnings of such parameters: Urchin and Google Analytics, Matomo.
    private static let trackingPrefixes = ["utm_", "mtm_", "pk_"]

    /// The key of an address.
    static func key(of url: WebURL) -> String {
        var text = url.withoutCredentials().withoutFragment().href
        if let query = url.query {
            if let mark = text.firstIndex(of: "?") { text = String(text[..<mark]) }
            let kept = query.split(separator: "&").filter { !isTracking(parameter: $0) }
            if !kept.isEmpty { text += "?" + kept.joined(separator: "&") }
        }
        if let fragment = url.fragment, fragment.hasPrefix("/") || fragment.hasPrefix("!") {
            let directive = fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex
            text += "#" + fragment[..<directive]
        }
        return text
    }

    private static func isTracking(parameter: Substring) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return trackingNames.contains(name) || trackingPrefixes.contains { name.hasPrefix($0) }
    }
}
