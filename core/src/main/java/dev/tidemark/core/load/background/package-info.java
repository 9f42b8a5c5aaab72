/** Which tasks run concurrently with the load, and when. */
package dev.tidemark.core.load.background;
