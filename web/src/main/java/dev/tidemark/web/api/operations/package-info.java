/** What programs can ask for, by subject. */
package dev.tidemark.web.api.operations;
