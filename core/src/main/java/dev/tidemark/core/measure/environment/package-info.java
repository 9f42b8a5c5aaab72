/**
 * What the machine is: facts that are recorded with every run, and warnings of what spoils measurements. On Linux they
 * are read from {@code /proc} and {@code /sys}, which takes milliseconds and no native library; elsewhere there is what
 * the JDK knows. A fact that can't be found is absent. Nothing here names the host, its users or its network.
 */
package dev.tidemark.core.measure.environment;
