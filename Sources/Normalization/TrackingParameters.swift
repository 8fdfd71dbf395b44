/// The query parameters that only record the source of a visit.
package enum TrackingParameters {
    /// The names that analytics and mail services add, in lower case.
    private static let names: Set<String> = [
        "_ga", "_gl", "_hsenc", "_hsmi", "_openstat", "dclid", "fb_action_ids", "fb_action_types", "fb_ref",
        "fb_source", "fbclid", "gad_campaignid", "gad_source", "gbraid", "gclid", "gclsrc", "hsctatracking", "igsh",
        "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id", "rb_clickid",
        "srsltid", "ttclid", "twclid", "vero_conv", "vero_id", "wbraid", "wickedid", "yclid", "ysclid",
    ]
    /// The prefixes of parameters of Urchin and Google Analytics, and of Matomo.
    private static let prefixes = ["utm_", "mtm_", "pk_"]

    /// Returns true if a parameter is a tracking parameter.
    ///
    /// - Parameter parameter: The part of a query between two ampersands, `name=value` or `name`.
    /// - Returns: True if its name is on the list or has one of the prefixes, ignoring case.
    package static func contain(parameter: some StringProtocol) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
}
