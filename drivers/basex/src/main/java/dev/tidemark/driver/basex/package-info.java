/**
 * The XQuery database BaseX, by its REST service over the JDK's client; and for the styles that go by BaseX's own
 * protocol, by the client that is part of BaseX.
 */
package dev.tidemark.driver.basex;
