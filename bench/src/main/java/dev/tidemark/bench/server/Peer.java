package dev.tidemark.bench.server;

import module java.base;

/** A benchmark program, as a process of its own. */
final class Peer {

    private static final Pattern TIME = Pattern.compile("processor ([0-9.]+) ([0-9.]+)");

    private Peer() {}

    /** @param processor seconds that the program took of all processors */
    record ProgramOutput(String text, double processor) {}

    static boolean isThere(String program) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", "command -v " + program).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
    }

    static ProgramOutput run(Map<String, String> environment, List<String> command) throws IOException,
            InterruptedException {
        List<String> timed = new ArrayList<>(List.of("bash", "-c", "TIMEFORMAT='processor %U %S'; time \"$@\"",
                "peer"));
        timed.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(timed).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher time = TIME.matcher(text);
        if (process.waitFor() != 0 || !time.find()) {
            throw new IOException(command.getFirst() + " failed: " + text);
        }
        return new ProgramOutput(text, Double.parseDouble(time.group(1)) + Double.parseDouble(time.group(2)));
    }

    /** The first number of what it has written; some have commas between thousands. */
    static double number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IllegalStateException(text);
        }
        return Double.parseDouble(found.group(1).replace(",", ""));
    }
}
