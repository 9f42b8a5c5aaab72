package dev.tidemark.core.rig;

import module java.base;

/** What the configuration files of servers have in common. */
public final class ConfigFile {

    /** Their first line, where a line that begins with {@code #} is a comment. */
    public static final String HEAD = "# Written by Tidemark at each start.\n";

    private ConfigFile() {}

    /** One with a line for each setting. @param between a setting's name and its value */
    public static String text(Map<String, String> settings, String between) {
        return HEAD + settings.entrySet().stream().map(line -> line.getKey() + between + line.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** A text in double quotes, with a backslash in front of what would end it. */
    public static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
