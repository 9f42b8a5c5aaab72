/**
 * The parameter space. Every setting of every workload, driver and plan is declared once as a
 * {@link dev.tidemark.core.param.Param}: its name, type, unit, range, default, older names and what changing it costs.
 * The YAML check, flags, forms, reference pages and report columns are all derived from these declarations.
 */
package dev.tidemark.core.param;
