package dev.tidemark.core.rig;

import java.util.Locale;

/**
 * For which machines a program is made.
 *
 * @param system    {@code linux}, {@code mac} or what else Java calls it
 * @param processor {@code amd64}, {@code arm64} or what else Java calls it
 */
public record Platform(String system, String processor) {

    /** This machine. */
    public static Platform current() {
        return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /** From the words of Java's system properties {@code os.name} and {@code os.arch}. */
    public static Platform of(String name, String arch) {
        String system = name.toLowerCase(Locale.ROOT);
        return new Platform(system.startsWith("mac") ? "mac" : system, switch (arch) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> arch;
        });
    }

    @Override
    public String toString() {
        return system + "-" + processor;
    }
}
