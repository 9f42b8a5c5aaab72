/** A BaseX server, from the jars that the project publishes. */
package dev.tidemark.rig.basex;
