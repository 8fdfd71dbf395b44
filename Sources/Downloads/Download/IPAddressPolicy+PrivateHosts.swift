import DownloadQueue
import Transfer

extension IPAddressPolicy {
    /// Creates the policy of a download.
    ///
    /// - Parameters:
    ///   - hosts: The private hosts that the download may contact.
    ///   - common: The private hosts that every download may contact.
    init(_ hosts: PrivateHosts, allowing common: PermittedHosts) {
        let allowed = PermittedHosts(named: common.named.union(hosts.others), remote: common.remote)
        self = hosts.includesOwn ? .publicRedirects(except: allowed) : .publicExcept(hosts: allowed)
    }
}
