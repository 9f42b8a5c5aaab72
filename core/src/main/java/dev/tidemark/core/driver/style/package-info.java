/**
 * The ways in which a client's API takes in documents, as a driver offers them to be measured side by side: what each
 * takes, whether it batches, and of which steps it consists.
 */
package dev.tidemark.core.driver.style;
