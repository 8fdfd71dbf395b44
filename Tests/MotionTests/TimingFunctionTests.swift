import Testing

@testable import Motion

@Suite("Timing functions")
struct TimingFunctionTests {
    /// The values were computed separately, by bisection with fifty decimal digits.
    @Test(
        "A timing function agrees with Core Animation's to 1e-6",
        arguments: [
            (TimingFunction.easeIn, 0.01, 0.000186853195), (.easeIn, 0.1, 0.017026609652),
            (.easeIn, 0.25, 0.093464650719), (.easeIn, 0.5, 0.315356812573), (.easeIn, 0.75, 0.621861869175),
            (.easeIn, 0.9, 0.839427845762), (.easeIn, 0.99, 0.983090294666), (.easeOut, 0.01, 0.016909705334),
            (.easeOut, 0.1, 0.160572154238), (.easeOut, 0.5, 0.684643187427), (.easeOut, 0.9, 0.982973390348),
            (.easeInEaseOut, 0.01, 0.000189819585), (.easeInEaseOut, 0.1, 0.019722453548),
            (.easeInEaseOut, 0.25, 0.129161931047), (.easeInEaseOut, 0.5, 0.5), (.easeInEaseOut, 0.75, 0.870838068953),
            (.easeInEaseOut, 0.9, 0.980277546452), (.easeInEaseOut, 0.99, 0.999810180415),
            (.standard, 0.25, 0.408510591355), (.standard, 0.5, 0.802403387585),
            (TimingFunction(0, 1, 0, 1), 0.001, 0.271), (TimingFunction(0, 1, 0, 1), 0.3, 0.963877426279),
            (TimingFunction(1, 0, 0, 1), 0.001, 0.000000333704), (TimingFunction(1, 0, 0, 1), 0.3, 0.047395275204),
            (TimingFunction(1, 0, 0, 1), 0.5, 0.5), (TimingFunction(1, 0, 0, 1), 0.7, 0.952604724796),
            (TimingFunction(0.3, -0.5, 0.6, 1.8), 0.001, -0.001656304164),
            (TimingFunction(0.3, -0.5, 0.6, 1.8), 0.7, 1.091237049190),
        ])
    func known(function: TimingFunction, time: Double, value: Double) {
        #expect(abs(function.value(at: time) - value) < 1e-6)
    }

    @Test("The linear function changes nothing, and every function keeps 0 and 1", arguments: [-1, 0, 0.3, 1, 2])
    func ends(time: Double) {
        #expect(abs(TimingFunction.linear.value(at: time) - min(max(time, 0), 1)) < 1e-9)
        if time <= 0 { #expect(TimingFunction.easeInEaseOut.value(at: time) == 0) }
        if time >= 1 { #expect(TimingFunction.easeInEaseOut.value(at: time) == 1) }
    }
}
