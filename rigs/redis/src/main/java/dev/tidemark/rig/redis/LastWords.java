package dev.tidemark.rig.redis;

import module java.base;

/**
 * What Redis logs when it is told to end: it saves a last snapshot first, and goes on serving where that fails. See
 * {@code finishShutdown} in its server.c, and {@code prepareForShutdown} before version 7.
 */
final class LastWords {

    private static final String REFUSES = "Error trying to save the DB, can't exit.";
    private static final String ENDS = "bye bye...";
    /** Stands before the text of a warning. */
    private static final String MARK = " # ";

    private LastWords() {}

    /**
     * @param servers that say something there; while one of them may still save, none is given up
     * @return why those that go on could not save
     */
    static Optional<String> refusal(String log, int servers) {
        List<String> lines = log.lines().toList();
        List<String> refusing = lines.stream().filter(line -> line.endsWith(REFUSES)).toList();
        long ending = lines.stream().filter(line -> line.endsWith(ENDS)).count();
        if (refusing.isEmpty() || refusing.size() + ending < servers) {
            return Optional.empty();
        }
        String refuses = refusing.getFirst();
        String process = refuses.substring(0, refuses.indexOf(':') + 1);
        return Optional.of(lines.subList(0, lines.indexOf(refuses)).stream()
                .filter(line -> line.startsWith(process) && line.contains(MARK))
                .reduce((earlier, later) -> later).map(line -> line.substring(line.indexOf(MARK) + MARK.length()))
                .orElse("it does not say why"));
    }
}
