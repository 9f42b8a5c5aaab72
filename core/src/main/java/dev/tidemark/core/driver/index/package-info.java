/** Secondary indexes: what a session writes into them and reads from them, and what their target tells of them. */
package dev.tidemark.core.driver.index;
