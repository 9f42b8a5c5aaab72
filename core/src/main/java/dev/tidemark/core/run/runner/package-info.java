/** The runner: carries out orders in this process or, as the main of another one, as they come over a link. */
package dev.tidemark.core.run.runner;
