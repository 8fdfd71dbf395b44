/// A number with its noun, such as "1 link" or "2 links".
///
/// - Parameters:
///   - number: How many there are.
///   - noun: The word for one, which takes an s for others.
/// - Returns: Both.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
