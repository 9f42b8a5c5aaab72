/**
 * Experiments as YAML or JSON: how they are read, checked, written and described. Every key is declared once, in
 * {@link dev.tidemark.core.experiment.ExperimentKeys}; the rest of the package reads by it or is made from it.
 */
package dev.tidemark.core.experiment;
