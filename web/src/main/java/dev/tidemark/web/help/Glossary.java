package dev.tidemark.web.help;

import module java.base;

/**
 * The manual's glossary, read from its tables, so that each word is written down once.
 *
 * @param sections in the order of the page
 */
public record Glossary(List<Section> sections) {

    private static final String ROW = "| ";
    private static final String RULE = "| ---";
    private static final String NONE = "–";

    /** Words about one thing. */
    public record Section(String title, List<Entry> entries) {}

    /** @param older the names that older tools have for it; empty where there are none */
    public record Entry(String word, String meaning, String older) {}

    public Glossary {
        sections = List.copyOf(sections);
    }

    static Glossary ofTheManual() {
        try (InputStream in = Glossary.class.getResourceAsStream("glossary.md")) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Headings of the second level, each with a table of three columns. */
    static Glossary parse(String page) {
        List<Section> sections = new ArrayList<>();
        boolean within = false;
        for (String line : page.lines().toList()) {
            if (line.startsWith("## ")) {
                sections.add(new Section(line.substring(3), new ArrayList<>()));
                within = false;
            } else if (line.startsWith(RULE)) {
                within = true;
            } else if (within && line.startsWith(ROW)) {
                sections.getLast().entries().add(entry(line));
            }
        }
        return new Glossary(sections);
    }

    private static Entry entry(String row) {
        String[] cells = row.substring(ROW.length()).replace("`", "").split(" \\|( |$)", -1);
        return new Entry(cells[0], cells[1], cells[2].equals(NONE) ? "" : cells[2]);
    }
}
