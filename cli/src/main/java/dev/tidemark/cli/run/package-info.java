/** Commands that run experiments. */
package dev.tidemark.cli.run;
