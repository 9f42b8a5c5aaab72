/** Results out of a store and into it: zip files, and tables measured elsewhere. */
package dev.tidemark.store.transfer;
