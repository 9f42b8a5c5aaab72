/** What holds beyond one experiment: one's own defaults, named targets, datasets. */
package dev.tidemark.web.settings;
