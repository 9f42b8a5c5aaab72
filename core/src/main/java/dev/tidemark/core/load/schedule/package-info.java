/** When operations are due: schedules as pure functions of an operation's number and a seed. */
package dev.tidemark.core.load.schedule;
