import WHATWGURL

extension WebURL {
    /// The address as text without its user name and password, for messages.
    var withoutCredentials: String {
        guard isHTTP, !username.isEmpty || !password.isEmpty else { return href }
        let query = query.map { "?" + $0 } ?? ""
        let fragment = fragment.map { "#" + $0 } ?? ""
        return "\(scheme)://\(host)\(path)\(query)\(fragment)"
    }
}
