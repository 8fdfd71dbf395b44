import Transfer
import WHATWGURL

extension WebURL {
    /// The address without user name, password and fragment, for messages.
    var displayText: String { withoutFragment().withoutCredentials().href }
}
