package dev.tidemark.core.load.background;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Reach;

/**
 * Which tasks run concurrently with the load, and when. It is written as tasks with their options, with semicolons
 * between, and perhaps a name in front: {@code rebuilds: fold-heads every=10m throttle=20k/s; compact at=1h}.
 *
 * @param name    by which an experiment calls it; empty for none
 * @param entries at least one
 */
public record BackgroundSchedule(String name, List<ScheduledTask> entries) {

    /** The most entries. */
    public static final int MOST = 32;

    /** The longest text of one; nothing that is meant comes near it. */
    private static final int LONGEST = 4096;

    public static final ParamType<BackgroundSchedule> TYPE = new Type();

    private static final Pattern NAMED = Pattern.compile("\\s*([a-z][a-z0-9-]{0,63}):\\s+(.*)", Pattern.DOTALL);
    private static final Pattern OPTION = Pattern.compile("\\G\\s*([a-z-]+)=('[^']*'|\"[^\"]*\"|[^\\s'\"]+)(?=\\s|$)");

    public BackgroundSchedule {
        entries = List.copyOf(entries);
        if (entries.isEmpty() || entries.size() > MOST) {
            throw new InvalidInputException(entries.isEmpty() ? "a timetable needs a task"
                    : entries.size() + " tasks are too many; a timetable has " + MOST + " at most");
        }
    }

    /** @throws InvalidInputException saying what is wrong */
    public static BackgroundSchedule parse(String text) {
        if (text.length() > LONGEST) {
            throw new InvalidInputException("a timetable has " + LONGEST + " characters at most");
        }
        Matcher named = NAMED.matcher(text);
        boolean hasName = named.matches();
        String rest = hasName ? named.group(2) : text;
        List<ScheduledTask> entries = parts(rest).stream().map(String::strip).filter(p -> !p.isEmpty())
                .map(BackgroundSchedule::entry).toList();
        return new BackgroundSchedule(hasName ? named.group(1) : "", entries);
    }

    /** What stands between the separators; one within quotes separates nothing. */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        int quote = -1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote >= 0) {
                quote = c == text.charAt(quote) ? -1 : quote;
            } else if (c == '\'' || c == '"') {
                quote = i;
            } else if (c == ';') {
                if (i == start && i > 0) {
                    throw incomplete(text.substring(start - 1));
                }
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        if (quote >= 0) {
            throw incomplete(text.substring(quote));
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static InvalidInputException incomplete(String rest) {
        return new InvalidInputException("'" + rest + "': a quote is not closed, or a task is missing");
    }

    private static ScheduledTask entry(String text) {
        String task = text.split("\\s", 2)[0];
        String rest = text.substring(task.length());
        Map<String, String> options = new LinkedHashMap<>();
        Matcher m = OPTION.matcher(rest);
        int end = 0;
        while (m.find()) {
            if (options.put(m.group(1), unquoted(m.group(2))) != null) {
                throw new InvalidInputException(task + ": " + m.group(1) + " stands twice");
            }
            end = m.end();
        }
        if (!rest.substring(end).isBlank()) {
            throw new InvalidInputException(task + ": '" + rest.substring(end).strip()
                    + "' is no option; write it as every=10m");
        }
        return ScheduledTask.of(task, options);
    }

    private static String unquoted(String text) {
        return text.startsWith("'") || text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
    }

    /** @throws InvalidInputException when the text has both kinds of quotes */
    static String quoted(String text) {
        if (text.contains("'") && text.contains("\"")) {
            throw new InvalidInputException("run: '" + text + "' has both kinds of quotes; put it into a script");
        }
        return text.contains("'") ? "\"" + text + "\"" : "'" + text + "'";
    }

    /** The programs that its tasks run, and what else they do to the system under test. */
    public List<String> commands() {
        return entries.stream().filter(entry -> entry.task().reach() == Reach.COMMAND)
                .map(entry -> entry.run().orElse(entry.toString())).toList();
    }

    /** The first task that is done to the connections of the load; empty for none. */
    public Optional<ScheduledTask> firstOnConnections() {
        return entries.stream().filter(entry -> entry.task().onConnections()).findFirst();
    }

    /** Whether any of its tasks disturbs the system under test. */
    public boolean hasFaults() {
        return entries.stream().anyMatch(entry -> entry.task().isFault());
    }

    /** As it is written. */
    @Override
    public String toString() {
        return (name.isEmpty() ? "" : name + ": ")
                + entries.stream().map(ScheduledTask::toString).collect(Collectors.joining("; "));
    }

    /** How a setting holds one. */
    private static final class Type implements ParamType<BackgroundSchedule> {

        @Override
        public String kind() {
            return "timetable";
        }

        @Override
        public String example() {
            return "'fold-heads every=10m throttle=20k/s; compact at=1h'";
        }

        @Override
        public BackgroundSchedule parse(String text) {
            return BackgroundSchedule.parse(text);
        }
    }
}
