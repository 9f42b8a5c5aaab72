/**
 * Time as a value. Everything that reads the time, waits, or starts a thread does so through an injected
 * {@link dev.tidemark.core.time.Clock}; nothing else in the project calls {@code System.nanoTime}, sleeps or parks.
 * A virtual clock therefore runs schedules, loops and whole plans in no time and with no sleep.
 */
package dev.tidemark.core.time;
