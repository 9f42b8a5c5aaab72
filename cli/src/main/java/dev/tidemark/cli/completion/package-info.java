/** What can stand next on a command line that is being typed, from the declarations by which it is read. */
package dev.tidemark.cli.completion;
