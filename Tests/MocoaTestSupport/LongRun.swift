import MocoaSystem

/// Whether tests that draw their cases take all the time they want: `MOCOA_LONG_TESTS` is set.
package let isLongRun = getenv("MOCOA_LONG_TESTS") != nil
