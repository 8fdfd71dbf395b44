extension PageSnapshot {
    /// True if the place is only known by a share of the text.
    ///
    /// Such places come from other programs. A restore scrolls to that share of the page, which ends with the status
    /// `approximate`.
    package var isApproximate: Bool {
        textProgress != nil && anchors.isEmpty && selection == nil && scrollers.isEmpty && pageYOffset == nil
    }
}
