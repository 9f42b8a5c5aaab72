/** Internal: how an operation is declared, described, read and answered. */
package dev.tidemark.web.api.spec;
