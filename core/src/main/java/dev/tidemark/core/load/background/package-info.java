/** Which tasks run beside the load, and when. */
package dev.tidemark.core.load.background;
