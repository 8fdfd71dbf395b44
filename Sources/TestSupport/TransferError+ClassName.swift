package import Transfer

extension TransferError {
    /// The name of the case, which tests compare.
    package var className: String {
        switch self {
        case .request: "request"
        case .dns: "dns"
        case .connect: "connect"
        case .refusedAddress: "refusedAddress"
        case .tls: "tls"
        case .connectionLost: "connectionLost"
        case .http: "http"
        case .truncated: "truncated"
        case .timeout: "timeout"
        case .lowSpeed: "lowSpeed"
        case .tooLarge: "tooLarge"
        case .decompressionBomb: "decompressionBomb"
        case .redirect: "redirect"
        case .unavailable: "unavailable"
        case .cancelled: "cancelled"
        case .shutDown: "shutDown"
        }
    }
}
