package dev.tidemark.core.measure.environment;

import module java.base;

/**
 * The limits that control groups put on a process; of nested groups the tightest. See cgroups(7).
 *
 * @param process its number, or {@code self}
 */
record ControlGroup(ProcFs pseudo, String process) {

    /** The older version writes "no limit" as a number near 2⁶³. */
    private static final long NO_LIMIT = 1L << 60;

    /** Those of this process. */
    ControlGroup(ProcFs pseudo) {
        this(pseudo, "self");
    }

    Optional<Long> memoryLimit() {
        return tightest("", group -> pseudo.number(group + "/memory.max"))
                .or(() -> tightest("memory", group -> pseudo.number(group + "/memory.limit_in_bytes")))
                .filter(limit -> limit < NO_LIMIT);
    }

    /** The folder of the process's own group for memory; empty where there is none. */
    Optional<Path> memoryGroup() {
        for (String controller : List.of("memory", "")) {
            String group = groups(controller).getLast();
            if (pseudo.exists(group + "/memory.stat")) {
                return Optional.of(pseudo.path(group));
            }
        }
        return Optional.empty();
    }

    /** Cores' worth of time, such as 1.5. */
    Optional<Double> coreLimit() {
        return tightest("", this::quota).or(() -> tightest("cpu", this::olderQuota));
    }

    /** What the tightest limit did so far; empty where there is none. */
    Optional<CpuQuota> cpuQuota() {
        return tightest("", group -> quota(group).map(cores -> new Limited(group, cores)))
                .or(() -> tightest("cpu", group -> olderQuota(group).map(cores -> new Limited(group, cores))))
                .flatMap(this::counted);
    }

    /** A group with a limit; the tightest is the least. */
    private record Limited(String group, double cores) implements Comparable<Limited> {
        @Override
        public int compareTo(Limited other) {
            return Double.compare(cores, other.cores);
        }
    }

    private Optional<CpuQuota> counted(Limited limited) {
        Map<String, Double> counts = new HashMap<>();
        pseudo.lines(limited.group() + "/cpu.stat").stream().filter(line -> line.matches("[a-z_]+ [0-9]+"))
                .map(line -> line.split(" ")).forEach(line -> counts.put(line[0], Double.valueOf(line[1])));
        if (!counts.containsKey("nr_periods") || !counts.containsKey("nr_throttled")) {
            return Optional.empty();
        }
        return Optional.of(new CpuQuota(limited.cores(), counts.get("nr_periods"), counts.get("nr_throttled")));
    }

    private Optional<Double> quota(String group) {
        return pseudo.text(group + "/cpu.max").filter(text -> text.matches("[0-9]+ [0-9]+"))
                .map(text -> text.split(" ")).map(parts -> Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]));
    }

    private Optional<Double> olderQuota(String group) {
        return pseudo.number(group + "/cpu.cfs_quota_us")
                .flatMap(quota -> pseudo.number(group + "/cpu.cfs_period_us").map(period -> (double) quota / period));
    }

    private <T extends Comparable<T>> Optional<T> tightest(String controller, Function<String, Optional<T>> limit) {
        return groups(controller).stream().map(limit).flatMap(Optional::stream).min(T::compareTo);
    }

    /**
     * The folders of the process's group and all above it. Inside a container the path may be that of the host, with
     * only the top there.
     */
    private List<String> groups(String controller) {
        String mount = "sys/fs/cgroup" + (controller.isEmpty() ? "" : "/" + controller);
        List<String> groups = new ArrayList<>(List.of(mount));
        for (String line : pseudo.lines("proc/" + process + "/cgroup")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
                String group = mount;
                for (String name : parts[2].split("/")) {
                    if (!name.isEmpty()) {
                        group += "/" + name;
                        groups.add(group);
                    }
                }
            }
        }
        return groups;
    }
}
