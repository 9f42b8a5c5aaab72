/**
 * The language of pgbench's script files: SQL with variables, and commands that begin with a backslash. What it means
 * is said in PostgreSQL's manual, "pgbench", Custom Scripts and Built-in Functions.
 */
package dev.tidemark.core.workload.script.language;
