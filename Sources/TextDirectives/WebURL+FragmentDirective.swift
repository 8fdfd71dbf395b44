package import WHATWGURL

extension WebURL {
    /// The serialised URL without its fragment directive, which begins with `:~:`.
    ///
    /// A fragment that is empty without the directive is removed too.
    package var withoutFragmentDirective: String {
        let url = withoutFragment().href
        guard let fragment else { return url }
        let kept = fragment[..<(fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex)]
        return kept.isEmpty ? url : "\(url)#\(kept)"
    }
}
