/**
 * A database that is not there: a queue with k servers whose service times, stalls and failures are known exactly. It
 * shows what the harness itself costs, and that what the harness measures is what queueing theory says. Its waits go
 * through the injected clock, so it also runs in virtual time.
 */
package dev.tidemark.driver.nulldriver;
