/**
 * The command line: what is typed goes in, is handed to module app, and the answer comes out as text on standard
 * output, remarks on standard error, and an exit status. One class per command, below {@link TidemarkCommand}.
 */
package dev.tidemark.cli;
