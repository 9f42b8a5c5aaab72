/**
 * Connection URLs in the place of a target's name, as {@code postgres://ada@db1/shop}. One reader takes all of them
 * apart ({@link dev.tidemark.core.driver.url.ConnectionUrl}); each driver declares which are its own and what their
 * parts are as settings ({@link dev.tidemark.core.driver.url.UrlForm}), in the words of its database's own clients,
 * whose environment and files fill in what a URL leaves out ({@link dev.tidemark.core.driver.url.ClientEnvironment}).
 */
package dev.tidemark.core.driver.url;
