package dev.tidemark.core.workload.script.language;

import module java.base;
import dev.tidemark.core.data.RowFile;
import dev.tidemark.core.param.InvalidInputException;

/** Rows of a file, of which one is drawn for an operation: its columns are variables. */
public final class ValuesFile {

    private static final long LARGEST = 64 << 20;
    private static final Pattern COMMAND = Pattern.compile(
            "(?i)(?:'((?:[^']++|'')++)'|(\\S+))(?:\\s+(in\\s+order)|\\s+by\\s+(\\S+))?(?:\\s+as\\s+([a-z_][a-z0-9_]*))?");
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

    /** What was read of a file, as it was then. It is read for every worker's script, and kept once. */
    private record Loaded(FileTime changed, long size, List<String> headings, List<String[]> rows,
            Map<String, double[]> shares) {

        static Loaded of(String name) throws IOException {
            RowFile file = RowFile.of(name, LARGEST);
            FileTime changed = Files.getLastModifiedTime(Path.of(name));
            long size = Files.size(Path.of(name));
            SoftReference<Loaded> before = LOADED.get(name);
            Loaded loaded = before == null ? null : before.get();
            if (loaded == null || !loaded.changed.equals(changed) || loaded.size != size) {
                loaded = new Loaded(changed, size, file.headings(), read(file), new ConcurrentHashMap<>());
                LOADED.put(name, new SoftReference<>(loaded));
            }
            return loaded;
        }

        private static List<String[]> read(RowFile file) {
            RowFile.Cells cells = file.cells(file.headings());
            List<String[]> all = new ArrayList<>();
            try (RowFile.Rows rows = file.rows()) {
                for (RowFile.Row row = rows.next(); row != null; row = rows.next()) {
                    all.add(cells.of(row));
                }
            }
            if (all.isEmpty()) {
                throw new InvalidInputException(file.name() + " has no row below its headings");
            }
            return all;
        }

        /** Up to which number, exclusive, the weight of each row reaches. */
        double[] shares(String weight) {
            return shares.computeIfAbsent(weight, _ -> {
                int column = headings.indexOf(weight);
                if (column < 0) {
                    throw new InvalidInputException("there is no column '" + weight + "'; there are "
                            + String.join(", ", headings));
                }
                double[] sums = new double[rows.size()];
                double sum = 0;
                for (int row = 0; row < sums.length; row++) {
                    sum += weight(rows.get(row)[column]);
                    sums[row] = sum;
                }
                if (sum == 0) {
                    throw new InvalidInputException("all weights are 0");
                }
                return sums;
            });
        }
    }

    private static final Map<String, SoftReference<Loaded>> LOADED = new ConcurrentHashMap<>();

    private final List<String[]> rows;
    private final boolean ordered;
    /** Of {@link Loaded#shares}; null where all rows are alike. */
    private final double[] shares;
    private final List<String> names = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();
    private int[] places;

    /**
     * Written as {@code FILE}, {@code FILE in order} or {@code FILE by COLUMN}, and perhaps {@code as PREFIX}.
     *
     * @throws InvalidInputException when it is not, or the file has no such rows
     */
    static ValuesFile of(String command) {
        Matcher matcher = COMMAND.matcher(command);
        if (!matcher.matches()) {
            throw new InvalidInputException("\\values: write it as \\values FILE, with 'in order' or 'by COLUMN' and "
                    + "'as PREFIX' behind it where that is meant");
        }
        try {
            return new ValuesFile(Loaded.of(name(matcher)), matcher.group(3) != null, matcher.group(4),
                    matcher.group(5) == null ? "" : matcher.group(5));
        } catch (InvalidInputException e) {
            throw new InvalidInputException("\\values: " + e.getMessage());
        } catch (IOException e) {
            throw new InvalidInputException("\\values: " + name(matcher) + " cannot be read: " + e.getMessage());
        }
    }

    private static String name(Matcher matcher) {
        return matcher.group(2) == null ? matcher.group(1).replace("''", "'") : matcher.group(2);
    }

    /** The file that a command names. */
    static Stream<String> named(String command) {
        Matcher matcher = COMMAND.matcher(command);
        return matcher.matches() ? Stream.of(name(matcher)) : Stream.empty();
    }

    private ValuesFile(Loaded loaded, boolean ordered, String weight, String prefix) {
        rows = loaded.rows;
        this.ordered = ordered;
        shares = weight == null ? null : loaded.shares(weight);
        for (int column = 0; column < loaded.headings.size(); column++) {
            if (loaded.headings.get(column).matches(NAME)) {
                names.add(prefix + loaded.headings.get(column));
                columns.add(column);
            }
        }
    }

    private static double weight(String text) {
        if (text == null || !text.strip().matches("[0-9]{1,15}(\\.[0-9]{1,15})?")) {
            throw new InvalidInputException("'" + text + "' is no weight, which is a number of 0 or more");
        }
        return Double.parseDouble(text.strip());
    }

    /** The variables that it sets. */
    List<String> names() {
        return names;
    }

    /** @param of the variables' places, in the order of {@link #names} */
    ValuesFile at(List<Integer> of) {
        places = of.stream().mapToInt(Integer::intValue).toArray();
        return this;
    }

    /** Draws a row, and gives its values to the variables. */
    public void draw(Variables variables, RandomDraw random) {
        String[] row = rows.get(ordered ? (int) Math.floorMod(random.turn(), (long) rows.size())
                : shares == null ? (int) random.uniform(0, rows.size() - 1) : drawn(random));
        for (int i = 0; i < places.length; i++) {
            variables.setText(places[i], row[columns.get(i)]);
        }
    }

    private int drawn(RandomDraw random) {
        double at = random.fraction() * shares[shares.length - 1];
        int found = Arrays.binarySearch(shares, at);
        // Up to the share, exclusive: what falls upon one belongs to the next that has any.
        int row = found < 0 ? -found - 1 : found + 1;
        while (found >= 0 && shares[row] == shares[row - 1]) {
            row++;
        }
        return row;
    }
}
