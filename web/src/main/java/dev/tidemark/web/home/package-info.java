/** The first page. */
package dev.tidemark.web.home;
