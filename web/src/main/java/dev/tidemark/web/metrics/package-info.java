/** What is running and what waits, for Prometheus: every metric is declared once, with its help. */
package dev.tidemark.web.metrics;
