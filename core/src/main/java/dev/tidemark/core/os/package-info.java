/** Calls of the operating system that the JDK does not offer, and what stands in their place where it has none. */
package dev.tidemark.core.os;
