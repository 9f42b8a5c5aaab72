/**
 * What is done to a target. A workload declares its params and measures, and turns a point into a plan: the data it
 * needs and the stages to run. The measures of an iteration are a pure function of what was stored of it.
 */
package dev.tidemark.core.workload;
