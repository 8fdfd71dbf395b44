import Transfer
import WHATWGURL

extension WebURL {
    /// The address as people are shown it: without user name, password and fragment.
    var shown: String { withoutFragment().withoutCredentials().href }
}
