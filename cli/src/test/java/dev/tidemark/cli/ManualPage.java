package dev.tidemark.cli;

import module java.base;

/**
 * One page of the manual, as far as the tests look into it: its fenced blocks and its links.
 *
 * @param path the file, from the project's root
 * @param text what it holds
 */
record ManualPage(Path path, String text) {

    /** The project's root; Maven runs the tests of a module in the module's folder. */
    static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final String FENCE = "```";

    /**
     * A fenced block.
     *
     * @param language first word behind the fence
     * @param note     what follows it
     * @param line     of the fence, from 1
     * @param text     what the block holds
     */
    record Block(String language, String note, int line, String text) {

        /** The name behind {@code # file:}, in Java {@code // file:}, in its first line; empty without. */
        String fileName() {
            String first = text.lines().findFirst().orElse("");
            return first.startsWith("# file: ") || first.startsWith("// file: ")
                    ? first.substring(first.indexOf(':') + 1).strip() : "";
        }

        /** What the file of that name holds: the lines below. */
        String fileText() {
            return text.substring(text.indexOf('\n') + 1);
        }

        /** Whether it holds commands that a test carries out. */
        boolean isRun() {
            return language.equals("sh") && !note.startsWith("norun");
        }

        /** Its lines; one that ends with a backslash goes on in the next. */
        List<String> commands() {
            return text.replace("\\\n", " ").lines().filter(l -> !l.isBlank()).toList();
        }
    }

    /** README and every page below {@code docs}, those of the reference included. */
    static List<ManualPage> all() {
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")),
                    files.filter(f -> f.toString().endsWith(".md")).sorted()).map(ManualPage::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ManualPage read(Path file) {
        try {
            return new ManualPage(ROOT.relativize(file), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(FENCE)) {
                int end = i + 1;
                while (!lines.get(end).startsWith(FENCE)) {
                    end++;
                }
                String[] info = lines.get(i).substring(FENCE.length()).strip().split("\\s+", 2);
                blocks.add(new Block(info[0], info.length > 1 ? info[1] : "", i + 1,
                        String.join("\n", lines.subList(i + 1, end)) + "\n"));
                i = end;
            }
        }
        return blocks;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
