/**
 * A stand-in for InterSystems' client, with the names and parameters of its documented API, which the tests put into a
 * jar as a user would. It asks {@code dev.tidemark.driver.iris.IrisStandIn} over a socket, and has its tables in H2.
 */
package com.intersystems.jdbc;
