/** What is running, and who holds it: leases, commands, and the machine's lock. */
package dev.tidemark.store.live;
