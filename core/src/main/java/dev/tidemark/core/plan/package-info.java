/**
 * From one experiment to the points it runs, their order and their repeats.
 */
package dev.tidemark.core.plan;
