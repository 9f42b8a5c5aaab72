/** Background tasks beside a stage: what each does, how fast it may, and the timetable that starts them. */
package dev.tidemark.core.run.background;
