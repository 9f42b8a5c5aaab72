/** How good a target is, found out within about a minute. */
package dev.tidemark.web.checkup;
