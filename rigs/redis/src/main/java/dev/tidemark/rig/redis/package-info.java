/** A Redis server from the programs that two libraries for tests publish in their jars. */
package dev.tidemark.rig.redis;
