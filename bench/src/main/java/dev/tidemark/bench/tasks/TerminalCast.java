package dev.tidemark.bench.tasks;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * A picture of a terminal that moves, made of what a command really wrote: a frame for each time that it had something
 * new to say, no more than one in a few seconds, and its end for longer. Where motion is not wanted, the end alone.
 */
public final class TerminalCast {

    private static final Clock CLOCK = Clock.system();
    private static final int COLUMNS = 96;
    private static final int ROWS = 26;
    private static final int MOST_FRAMES = 14;
    private static final double FRAME_SECONDS = 0.6;
    private static final double END_SECONDS = 8;
    private static final int LINE = 18;
    private static final double LETTER = 8.43;

    /** What is on the screen at a moment. @param nanos since the command began */
    private record Frame(long nanos, List<String> lines) {}

    private TerminalCast() {}

    /**
     * @param launcher the checkout's {@code tidemark}
     * @param command  what to run, behind {@code ./tidemark}
     * @param folder   where it is run, with a store of its own
     * @param picture  the SVG to write
     */
    public static void record(Path launcher, String command, Path folder, Path picture)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        ProcessBuilder builder = new ProcessBuilder("script", "-qec", "stty cols " + COLUMNS + " rows 60; " + launcher
                + " " + command, "/dev/null").directory(folder.toFile()).redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().put("TIDEMARK_STORE", folder.resolve("results.db").toString());
        builder.environment().put("NO_COLOR", "1");
        long begun = CLOCK.nanoTime();
        Process process = builder.start();
        List<Frame> frames = new ArrayList<>();
        Screen screen = new Screen(launcher.toString(), "$ ./tidemark " + command);
        frames.add(new Frame(0, screen.lines()));
        try (Reader said = process.inputReader()) {
            char[] letters = new char[4096];
            for (int n = said.read(letters); n >= 0; n = said.read(letters)) {
                screen.write(new String(letters, 0, n));
                frames.add(new Frame(CLOCK.nanoTime() - begun, screen.lines()));
            }
        }
        process.waitFor();
        Files.writeString(picture, svg(chosen(frames)));
    }

    /** The first, the last, and some in between, evenly over the time. */
    private static List<List<String>> chosen(List<Frame> frames) {
        long all = frames.getLast().nanos();
        List<List<String>> chosen = new ArrayList<>();
        for (int i = 0; i < MOST_FRAMES; i++) {
            long at = all * i / (MOST_FRAMES - 1);
            List<String> lines = frames.stream().filter(f -> f.nanos() <= at).toList().getLast().lines();
            if (chosen.isEmpty() || !chosen.getLast().equals(lines)) {
                chosen.add(lines);
            }
        }
        return chosen;
    }

    /** The answer is at the beginning of a report, so that the end of a long one is cut. */
    private static final class Screen {
        private final List<String> lines = new ArrayList<>();
        private final StringBuilder line = new StringBuilder();
        private final String launcher;
        private boolean over;

        /** @param launcher as it was called, where a person calls {@code ./tidemark} */
        Screen(String launcher, String prompt) {
            this.launcher = launcher;
            lines.add(prompt);
        }

        void write(String text) {
            for (char c : text.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "").toCharArray()) {
                if (c == '\n') {
                    lines.addAll(wrapped(line.toString()));
                    line.setLength(0);
                } else if (c == '\r') {
                    over = true;
                } else {
                    if (over) {
                        line.setLength(0);
                    }
                    over = false;
                    line.append(c);
                }
                over &= c == '\r';
            }
        }

        /** A terminal goes on in the next line. */
        private List<String> wrapped(String text) {
            String named = text.replace(launcher, "./tidemark");
            List<String> parts = new ArrayList<>();
            for (int at = 0; at == 0 || at < named.length(); at += COLUMNS) {
                parts.add(named.substring(at, Math.min(named.length(), at + COLUMNS)));
            }
            return parts;
        }

        List<String> lines() {
            List<String> all = new ArrayList<>(lines);
            all.addAll(wrapped(line.toString()));
            return shown(all).stream().map(String::stripTrailing).limit(ROWS).toList();
        }

        /** Without the paragraphs of what did not vary, which would fill the picture and tell of the machine. */
        private static List<String> shown(List<String> all) {
            List<String> shown = new ArrayList<>();
            boolean leftOut = false;
            for (String line : all) {
                boolean goesOn = leftOut && (line.isBlank() || line.startsWith(" "));
                leftOut = goesOn || line.matches("(Fixed|Environment)  .*");
                if (!leftOut) {
                    shown.add(line);
                }
            }
            return shown;
        }
    }

    private static String svg(List<List<String>> frames) {
        double all = (frames.size() - 1) * FRAME_SECONDS + END_SECONDS;
        int width = (int) (COLUMNS * LETTER) + 32;
        int height = ROWS * LINE + 32;
        StringBuilder svg = new StringBuilder(String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" \
                aria-label="A terminal in which tidemark is run">
                <style>
                text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d7e3ea; white-space: pre }
                g { opacity: 0; animation: %.1fs steps(1) infinite }
                g:last-of-type { opacity: 1 }
                """, width, height, width, height, all));
        for (int i = 0; i < frames.size(); i++) {
            double from = 100 * i * FRAME_SECONDS / all;
            double to = i == frames.size() - 1 ? 100 : 100 * (i + 1) * FRAME_SECONDS / all;
            svg.append(String.format(Locale.ROOT,
                    "@keyframes f%d { 0%% { opacity: %d } %s%.2f%% { opacity: 1 } %s }%n", i, i == 0 ? 1 : 0, i == 0
                    ? "" : "", from, to < 100
                            ? String.format(Locale.ROOT, "%.2f%% { opacity: 0 } 100%% { opacity: 0 }", to) : ""));
        }
        svg.append("@media (prefers-reduced-motion) { g { animation: none !important } }\n</style>\n")
                .append(String.format(Locale.ROOT, "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#0f1b22\"/>%n",
                        width, height));
        for (int i = 0; i < frames.size(); i++) {
            svg.append("<g style=\"animation-name: f").append(i).append("\">").append(lines(frames.get(i)))
                    .append("</g>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    private static String lines(List<String> lines) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                texts.add("<text x=\"16\" y=\"" + (30 + i * LINE) + "\">" + escaped(lines.get(i)) + "</text>");
            }
        }
        return texts.stream().collect(Collectors.joining());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
