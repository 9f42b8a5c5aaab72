/**
 * What four tasks cost a person, in the browser and at the terminal: clicks, keys and seconds. It takes any checkout's
 * launcher, so that the same script tells of two versions.
 */
package dev.tidemark.bench.tasks;
