/** Experiments as YAML or JSON: how they are read, checked, written and described. */
package dev.tidemark.core.experiment;
