/**
 * What helps people to read the pages: the glossary, which is the manual's.
 */
package dev.tidemark.web.help;
