package dev.tidemark.core.load.schedule;

import module java.base;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Suggestions;

/**
 * Reads a recorded day. The first line says what the others hold: {@code time}, a line per arrival with its time in
 * seconds, of which the first becomes 0; or {@code count per second}, {@code minute} or {@code hour}, a line for each
 * of them with how many arrived in it, spread evenly over it. Empty lines, and those that begin with {@code #}, are
 * passed over. Everything has a limit, so that a wrong file does not fill the memory.
 */
public final class ArrivalTrace {

    /** The largest file, in bytes. */
    public static final long MOST_BYTES = 256_000_000;
    /** The most arrivals of a file with their times; they are held in memory, 8 bytes each. */
    public static final int MOST_TIMES = 5_000_000;
    /** The most lines with counts: more than a week of seconds. */
    public static final int MOST_COUNTS = 1_000_000;

    private static final String TIME = "time";
    private static final Map<String, Duration> COUNTS = counts();
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,12})?");
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,15}");

    private final Path file;
    private int line;

    private ArrivalTrace(Path file) {
        this.file = file;
    }

    private static Map<String, Duration> counts() {
        Map<String, Duration> counts = new LinkedHashMap<>();
        counts.put("count per second", Duration.ofSeconds(1));
        counts.put("count per minute", Duration.ofMinutes(1));
        counts.put("count per hour", Duration.ofHours(1));
        return counts;
    }

    /** What was read last: groups, instances and the points of a plan have the same file, which may be large. */
    private record CachedSchedule(Path file, FileTime modified, long size, SoftReference<EndingSchedule> schedule) {}

    private static volatile CachedSchedule cached =
            new CachedSchedule(Path.of(""), FileTime.fromMillis(0), -1, new SoftReference<>(null));

    /**
     * The schedule that a file holds.
     *
     * @throws InvalidInputException saying what is wrong, and in which line
     */
    public static EndingSchedule read(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new InvalidInputException(file + (Files.exists(file) ? " is no file" : " is not there"));
            }
            FileTime modified = Files.getLastModifiedTime(file);
            long size = Files.size(file);
            CachedSchedule last = cached;
            EndingSchedule known = last.file().equals(file) && last.modified().equals(modified) && last.size() == size
                    ? last.schedule().get() : null;
            if (known == null) {
                known = new ArrivalTrace(file).schedule(size);
                cached = new CachedSchedule(file, modified, size, new SoftReference<>(known));
            }
            return known;
        } catch (IOException e) {
            throw new InvalidInputException(file + " cannot be read: " + e.getMessage());
        }
    }

    private EndingSchedule schedule(long size) throws IOException {
        if (size > MOST_BYTES) {
            throw new InvalidInputException(file + " has more than " + MOST_BYTES / 1_000_000 + " MB");
        }
        try (TextFile.Lines in = TextFile.lines(file, MOST_BYTES)) {
            String heading = next(in);
            return TIME.equalsIgnoreCase(heading) ? Schedules.trace(times(in))
                    : Schedules.steps(steps(in, length(heading)));
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException(file + " " + e.getMessage());
        }
    }

    /** The next line that says something; null at the end. */
    private String next(TextFile.Lines in) throws IOException {
        for (String text; (text = in.next()) != null;) {
            line++;
            if (!text.isBlank() && !text.startsWith("#")) {
                return text.strip();
            }
        }
        return null;
    }

    private Duration length(String heading) {
        if (heading == null) {
            throw new InvalidInputException(file + " is empty");
        }
        Duration length = COUNTS.get(heading.toLowerCase(Locale.ROOT));
        if (length == null) {
            List<String> headings = new ArrayList<>(List.of(TIME));
            headings.addAll(COUNTS.keySet());
            throw wrong("'" + shown(heading) + "' is no heading" + Suggestions.hint(shown(heading), headings)
                    + "; the first line is one of " + String.join(", ", headings));
        }
        return length;
    }

    private long[] times(TextFile.Lines in) throws IOException {
        long[] times = new long[1024];
        int count = 0;
        BigDecimal first = null;
        for (String text; (text = next(in)) != null;) {
            if (!NUMBER.matcher(text).matches()) {
                throw wrong("'" + shown(text) + "' is no time; write seconds, as in 12.5");
            }
            BigDecimal time = new BigDecimal(text);
            first = first == null ? time : first;
            BigDecimal since = time.subtract(first);
            if (since.compareTo(BigDecimal.valueOf(RateSteps.LONGEST.toSeconds())) > 0) {
                throw wrong(text + " is more than " + RateSteps.LONGEST.toDays() + " days after the first arrival");
            }
            if (count == MOST_TIMES) {
                throw wrong("there are more than " + MOST_TIMES + " arrivals; count them per second");
            }
            times = count == times.length ? Arrays.copyOf(times, 2 * count) : times;
            times[count] = since.movePointRight(9).longValue();
            if (times[count] < (count == 0 ? 0 : times[count - 1])) {
                throw wrong(text + " is before the arrival in front of it");
            }
            count++;
        }
        if (count < 2 || times[count - 1] == 0) {
            throw new InvalidInputException(file + " needs two arrivals or more that are not at the same time");
        }
        return Arrays.copyOf(times, count);
    }

    private List<Schedules.Step> steps(TextFile.Lines in, Duration length) throws IOException {
        List<Schedules.Step> steps = new ArrayList<>();
        boolean any = false;
        double seconds = length.toSeconds();
        for (String text; (text = next(in)) != null;) {
            if (!COUNT.matcher(text).matches()) {
                throw wrong("'" + shown(text) + "' is no count; write a whole number");
            }
            double rate = Long.parseLong(text) / seconds;
            if (rate > Schedules.MAX_RATE) {
                throw wrong(text + " arrivals are more than 10^9 per second");
            }
            if (steps.size() == MOST_COUNTS || (steps.size() + 1) * seconds > RateSteps.LONGEST.toSeconds()) {
                throw wrong("there are more lines than " + MOST_COUNTS + ", or than a year has");
            }
            any |= rate > 0;
            steps.add(new Schedules.Step(rate, length));
        }
        if (!any) {
            throw new InvalidInputException(file + " holds no arrivals");
        }
        return steps;
    }

    private InvalidInputException wrong(String complaint) {
        return new InvalidInputException(file + ", line " + line + ": " + complaint);
    }

    private static String shown(String text) {
        return Printable.shortened(text, 41);
    }
}
