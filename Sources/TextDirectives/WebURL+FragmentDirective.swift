package import WHATWGURL

extension WebURL {
    /// The serialised URL without its fragment directive (`:~:` and all that follows), and without a fragment that is then
    /// empty.
    package var withoutFragmentDirective: String {
        let url = withoutFragment().href
        guard let fragment else { return url }
        let kept = fragment[..<(fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex)]
        return kept.isEmpty ? url : "\(url)#\(kept)"
    }
}
