/// The query parameters that only say where a reader came from.
package enum TrackingParameters {
    /// Parameters that analytics and mail services add; compared without regard to case.
    private static let names: Set<String> = [
        "_ga", "_gl", "_hsenc", "_hsmi", "_openstat", "dclid", "fb_action_ids", "fb_action_types", "fb_ref",
        "fb_source", "fbclid", "gad_campaignid", "gad_source", "gbraid", "gclid", "gclsrc", "hsctatracking", "igsh",
        "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id", "rb_clickid",
        "srsltid", "ttclid", "twclid", "vero_conv", "vero_id", "wbraid", "wickedid", "yclid", "ysclid",
    ]
    /// Beginnings of such parameters: Urchin and Google Analytics, Matomo.
    private static let prefixes = ["utm_", "mtm_", "pk_"]

    /// Tells whether a parameter is one of them.
    ///
    /// - Parameter parameter: One part of a query between ampersands, `name=value` or `name`.
    /// - Returns: True if its name is on the list, in any case of letters.
    package static func contain(parameter: some StringProtocol) -> Bool {
        let name = parameter.prefix { $0 != "=" }.lowercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
}
