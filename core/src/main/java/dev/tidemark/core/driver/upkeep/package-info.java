/** What a target can be told to do to itself beside the load: tidy up, copy, checkpoint. */
package dev.tidemark.core.driver.upkeep;
