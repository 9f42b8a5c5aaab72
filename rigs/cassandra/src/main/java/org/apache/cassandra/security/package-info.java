/** What takes the place of a class of Cassandra's that no Java from version 24 on can load. */
package org.apache.cassandra.security;
