package dev.tidemark.core.os;

import module java.base;

/**
 * Files of options in sections, as {@code ~/.my.cnf} and {@code ~/.pg_service.conf}: a line {@code [section]}, and
 * below it lines {@code name = value}, or {@code name} alone. Names are compared without hyphens and underscores, as
 * MySQL has it; what begins with {@code #}, {@code ;} or {@code !} is passed over.
 *
 * @param sections options by the names of their sections
 */
public record OptionFile(Map<String, Map<String, String>> sections) {

    private static final long LARGEST = 1 << 20;

    /** @throws IOException when it cannot be read; {@link TextFile.UnreadableException} where it is no text */
    public static OptionFile read(Path file) throws IOException {
        return of(TextFile.read(file, LARGEST));
    }

    /** @param text of the whole file */
    public static OptionFile of(String text) {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        Map<String, String> section = new LinkedHashMap<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.startsWith("[") && line.endsWith("]")) {
                section = all.computeIfAbsent(line.substring(1, line.length() - 1).strip(), _ -> new LinkedHashMap<>());
            } else if (!line.isEmpty() && "#;!".indexOf(line.charAt(0)) < 0) {
                String[] option = line.split("\\s*=\\s*", 2);
                section.put(option[0].strip(), option.length < 2 ? "" : unquoted(option[1]));
            }
        }
        return new OptionFile(all);
    }

    /** What an option of a section is set to; empty where it is not there. */
    public Optional<String> get(String section, String option) {
        return sections.getOrDefault(section, Map.of()).entrySet().stream()
                .filter(o -> name(o.getKey()).equals(name(option))).map(Map.Entry::getValue).findFirst();
    }

    /** Names as they are compared. */
    public static String name(String text) {
        return text.strip().replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && (value.startsWith("'") && value.endsWith("'")
                || value.startsWith("\"") && value.endsWith("\""));
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /** Prints no option: one may be a password. */
    @Override
    public String toString() {
        return sections.keySet().toString();
    }
}
