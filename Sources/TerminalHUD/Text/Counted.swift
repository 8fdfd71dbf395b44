/// Returns a number with its noun, such as "1 link" or "2 links".
///
/// - Parameters:
///   - number: The number of things.
///   - noun: The singular of a noun whose plural ends in s.
/// - Returns: The number, a space and the singular or plural.
package func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
