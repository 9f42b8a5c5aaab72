/** Who may use the pages and the HTTP interface. */
package dev.tidemark.app.accounts;
