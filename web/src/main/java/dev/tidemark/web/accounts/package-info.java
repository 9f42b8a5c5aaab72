/** The way in: the one-time link, login and logout, one's own password, and who may use the pages. */
package dev.tidemark.web.accounts;
