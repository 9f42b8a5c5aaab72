package dev.tidemark.core.data.search;

import dev.tidemark.core.param.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Queries that were recorded, in the order in which they were asked.
 *
 * @param format    of the file
 * @param distinct  different queries, in the order in which they were first asked
 * @param ids       which of them was asked, line by line
 * @param millis    when, since the first; empty where the file doesn't tell
 * @param others    lines that ask for something else
 * @param malformed lines that could not be read
 * @param firstBad  the first of them, with its number and what is wrong with it; empty where there is none
 */
public record QueryLog(QueryLogFormat format, List<String> distinct, int[] ids, Optional<double[]> millis, long others,
        long malformed, String firstBad) {

    private static final int LONGEST_SHOWN = 60;

    public QueryLog {
        distinct = List.copyOf(distinct);
    }

    /** @throws InvalidInputException when there is no such file, or no query in it */
    public static QueryLog read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException("query log " + file + (Files.exists(file) ? " is not a file"
                    : " does not exist"));
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(Files.newInputStream(file),
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)))) {
            Reader reader = new Reader();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.add(line);
            }
            return reader.log(file);
        } catch (IOException e) {
            throw new InvalidInputException("query log " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static final class Reader {
        private final Map<String, Integer> byText = new HashMap<>();
        private final List<String> distinct = new ArrayList<>();
        private int[] ids = new int[1024];
        private double[] millis = new double[1024];
        private int size;
        private long number;
        private long others;
        private long malformed;
        private String firstBad = "";
        private QueryLogFormat format;

        void add(String line) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                return;
            }
            if (format == null) {
                format = QueryLogFormat.of(line);
            }
            try {
                format.read(line).ifPresentOrElse(this::keep, () -> others++);
            } catch (IllegalArgumentException e) {
                if (malformed++ == 0) {
                    firstBad = "line " + number + ": '" + (line.length() <= LONGEST_SHOWN ? line
                            : line.substring(0, LONGEST_SHOWN) + "…") + "': " + e.getMessage();
                }
            }
        }

        private void keep(QueryLogFormat.Line line) {
            if (size == ids.length) {
                ids = Arrays.copyOf(ids, 2 * size);
                millis = Arrays.copyOf(millis, 2 * size);
            }
            ids[size] = byText.computeIfAbsent(line.query(), text -> {
                distinct.add(text);
                return distinct.size() - 1;
            });
            millis[size++] = line.millis();
        }

        QueryLog log(Path file) {
            if (size == 0) {
                throw new InvalidInputException("query log " + file + " has no query"
                        + (malformed == 0 ? "" : "; " + firstBad));
            }
            double[] times = Arrays.copyOf(millis, size);
            boolean timed = Arrays.stream(times).noneMatch(Double::isNaN);
            Arrays.sort(times);
            double first = times[0];
            return new QueryLog(format, distinct, Arrays.copyOf(ids, size), timed
                    ? Optional.of(Arrays.stream(times).map(t -> t - first).toArray()) : Optional.empty(), others,
                    malformed, firstBad);
        }
    }
}
