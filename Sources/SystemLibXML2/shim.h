// Empty on purpose: libxml2's headers pull in the system's ICU headers, which clash with Foundation's own in Swift.
// This target exists for pkg-config's flags; Sources/CLibXML2 includes the real headers, in C.
