import WHATWGURL

extension WebURL {
    /// Whether the address holds a user name or a password.
    var hasCredentials: Bool { !username.isEmpty || !password.isEmpty }

    /// The address without user name and password, which no snapshot keeps.
    func withoutCredentials() -> WebURL {
        guard hasCredentials else { return self }
        var text = "\(scheme)://\(host)\(path)"
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return WebURL(text) ?? self
    }
}
