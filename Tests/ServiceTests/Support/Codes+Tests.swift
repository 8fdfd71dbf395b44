import FoundationEssentials

@testable import Service

extension LoginCodes {
    /// Returns a new code of a client whose access does not end.
    func issue() -> Code { issue(by: Issuer(tokenGeneration: 0)) }

    /// Redeems a code of a client whose access does not end.
    func redeem(_ candidate: some StringProtocol) -> Bool { redeem(candidate) { _ in true } != nil }
}

extension PairingCodes {
    /// Returns a new code of a client whose access does not end.
    func issue() -> Code { issue(by: Issuer(tokenGeneration: 0)) }

    /// Redeems a code of a client whose access does not end.
    func redeem(_ presented: String) -> Outcome { redeem(presented) { _ in true } }
}

extension SessionRegistry {
    /// Begins a sign-in of a client with the current token.
    func begin(browser: String, replacing id: String?) -> SessionTable.SignIn {
        begin(browser: browser, issuer: Issuer(tokenGeneration: table().tokenGeneration), replacing: id)
    }
}
