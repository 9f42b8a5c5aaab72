/** Carries a plan out: runners, datasets, retained databases, progress and forecasts. */
package dev.tidemark.app.run;
