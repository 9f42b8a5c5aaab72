/** Measurements of Tidemark itself. Run one with JMH's main class, as the classes' comments say. */
package dev.tidemark.bench;
