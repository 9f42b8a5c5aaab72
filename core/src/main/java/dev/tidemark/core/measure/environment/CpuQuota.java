package dev.tidemark.core.measure.environment;

/**
 * What a control group may have of the processors, and how often it was held back for it: the kernel's counters of
 * {@code cpu.stat}, see its document on CFS bandwidth control.
 *
 * @param cores     processors' worth of time in each period
 * @param periods   in which the group had work
 * @param throttled periods of these in which it used up its share and was stopped
 */
public record CpuQuota(double cores, double periods, double throttled) {}
