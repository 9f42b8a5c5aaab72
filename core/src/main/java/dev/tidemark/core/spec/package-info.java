/**
 * Between YAML (or flags) and an {@link dev.tidemark.core.plan.Experiment}.
 */
package dev.tidemark.core.spec;
