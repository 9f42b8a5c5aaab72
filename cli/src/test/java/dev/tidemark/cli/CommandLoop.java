package dev.tidemark.cli;

import module java.base;

/**
 * Carries out the command lines that come in on standard input, one after the other in one process, which is why a page
 * of commands takes seconds and not minutes. Of a shell's language it knows what the manual uses: quotes, a comment at
 * the end, and {@code > FILE}. The only programs there are are {@code ./tidemark}, and {@code java} with a program of one
 * file and the libraries of a driver.
 *
 * <p>What a command says goes to standard output; then a line with {@link #END} and its exit status.
 */
final class CommandLoop {

    /** Begins the line behind a command's output; no command prints it. */
    static final String END = "\u0004";

    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");

    /** Where the manual's reader, in the checkout, has what the build has laid out. */
    private static final String LAID_OUT = "cli/target/tidemark";

    private CommandLoop() {}

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null;) {
            int status = carryOut(words(line), out);
            out.println();
            out.println(END + status);
        }
    }

    private static int carryOut(List<String> words, PrintWriter out) throws IOException {
        if (!words.isEmpty() && words.getFirst().equals("java")) {
            return java(words, out);
        }
        if (words.isEmpty() || !words.getFirst().equals("./tidemark")) {
            out.println("the manual's commands begin with ./tidemark or java; mark others as norun, with the reason");
            return -1;
        }
        int redirected = words.indexOf(">");
        if (redirected < 0) {
            return Main.execute(out, out, words.subList(1, words.size()).toArray(String[]::new));
        }
        try (PrintWriter file = new PrintWriter(Files.newBufferedWriter(Path.of(words.get(redirected + 1))))) {
            return Main.execute(file, out, words.subList(1, redirected).toArray(String[]::new));
        }
    }

    /** With the libraries where they are here: as the build lays them out, or on the class path. */
    private static int java(List<String> words, PrintWriter out) throws IOException {
        String home = System.getProperty("tidemark.home");
        List<String> line = new ArrayList<>(words);
        line.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.replaceAll(word -> !word.startsWith(LAID_OUT) ? word : home == null
                ? System.getProperty("java.class.path") : home + word.substring(LAID_OUT.length()));
        Process program = new ProcessBuilder(line).redirectErrorStream(true).start();
        try (BufferedReader said = program.inputReader(StandardCharsets.UTF_8)) {
            said.lines().forEach(out::println);
        }
        return program.onExit().join().exitValue();
    }

    /** The words of a line up to a comment, without their quotes. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        for (MatchResult word : WORD.matcher(line).results().toList()) {
            if (word.group().startsWith("#")) {
                break;
            }
            words.add(word.group().replaceAll("[\"']", ""));
        }
        return words;
    }
}
