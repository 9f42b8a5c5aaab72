package dev.tidemark.cli;

import module java.base;

/**
 * A process of its own that looks on while others work, and shares nothing with how Tidemark counts them: of a server's
 * processes what the scheduler gave them to the nanosecond ({@code /proc/PID/schedstat}), where Tidemark counts hundredths
 * of a second; of a program's child processes {@code /proc/PID/stat}, where it asks its JVM; of the machine
 * {@code /proc/net/dev} and {@code /proc/diskstats}.
 */
final class ProcessObserver {

    static final String SERVER = "server";
    static final String GENERATOR = "generator";
    static final String NETWORK = "network";
    private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int PARENT = 1;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int SECTOR = 512;

    private ProcessObserver() {}

    /** What counters were at a moment, which is in nanoseconds since 1970. */
    private record Seen(double moment, Map<String, Double> counters) {}

    /** @param args the server's first process, the program's, and the file that is written to until it is killed */
    public static void main(String[] args) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[2])))) {
            while (!out.checkError()) {
                Instant now = Instant.now();
                StringBuilder line = new StringBuilder().append(now.getEpochSecond() * 1e9 + now.getNano());
                counters(Long.parseLong(args[0]), Long.parseLong(args[1])).forEach((name, count) -> line.append(' ').append(name)
                        .append('=').append(count));
                out.println(line);
                out.flush();
                LockSupport.parkNanos(EVERY);
            }
        }
    }

    private static Map<String, Long> counters(long server, long program) throws IOException {
        Map<String, Long> counters = new TreeMap<>();
        counters.put(SERVER, LongStream.concat(LongStream.of(server), children(server)).map(ProcessObserver::scheduled).sum());
        counters.put(GENERATOR, children(program).map(ProcessObserver::ticks).sum() * TICK);
        for (String line : Files.readAllLines(Path.of("/proc/net/dev"))) {
            String[] parts = line.strip().split("[:\\s]+");
            if (parts[0].equals("lo")) {
                counters.put(NETWORK, Long.parseLong(parts[1]));
            }
        }
        for (String line : Files.readAllLines(Path.of("/proc/diskstats"))) {
            String[] parts = line.strip().split("\\s+");
            counters.put(parts[2], Long.parseLong(parts[9]) * SECTOR);
        }
        return counters;
    }

    private static LongStream children(long parent) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.map(p -> p.getFileName().toString()).filter(name -> name.matches("[0-9]+")).mapToLong(Long::parseLong)
                    .filter(pid -> stat(pid).stream().skip(PARENT).limit(1).anyMatch(String.valueOf(parent)::equals))
                    .boxed().toList().stream().mapToLong(Long::longValue);
        }
    }

    private static long ticks(long pid) {
        List<String> stat = stat(pid);
        return stat.isEmpty() ? 0 : Long.parseLong(stat.get(USER)) + Long.parseLong(stat.get(SYSTEM));
    }

    /** The fields behind the name, which may hold blanks; none of a process that has ended. */
    private static List<String> stat(long pid) {
        String text = text("/proc/" + pid + "/stat");
        return text.isEmpty() ? List.of() : List.of(text.substring(text.lastIndexOf(')') + 2).strip().split(" "));
    }

    private static long scheduled(long pid) {
        String text = text("/proc/" + pid + "/schedstat");
        return text.isEmpty() ? 0 : Long.parseLong(text.split(" ")[0]);
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            return "";
        }
    }

    /** The parent of a process. */
    static long parent(long pid) {
        return Long.parseLong(stat(pid).get(PARENT));
    }

    /** How far a counter grew between two moments, between which it is taken to be linear. */
    static double grown(Path file, String counter, double from, double to) throws IOException {
        List<Seen> seen = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] parts = line.split(" ");
            Map<String, Double> counters = new TreeMap<>();
            Arrays.stream(parts).skip(1).map(part -> part.split("=")).filter(pair -> pair.length == 2)
                    .forEach(pair -> counters.put(pair[0], Double.valueOf(pair[1])));
            if (counters.containsKey(counter)) {
                seen.add(new Seen(Double.parseDouble(parts[0]), counters));
            }
        }
        return at(seen, counter, to) - at(seen, counter, from);
    }

    private static double at(List<Seen> seen, String counter, double moment) {
        for (int i = 1; i < seen.size(); i++) {
            Seen before = seen.get(i - 1);
            Seen after = seen.get(i);
            if (before.moment() <= moment && moment <= after.moment()) {
                double share = (moment - before.moment()) / (after.moment() - before.moment());
                return before.counters().get(counter) * (1 - share) + after.counters().get(counter) * share;
            }
        }
        throw new IllegalArgumentException("nobody looked at " + moment);
    }
}
