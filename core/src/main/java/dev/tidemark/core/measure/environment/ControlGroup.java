package dev.tidemark.core.measure.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The limits that control groups put on this process; of nested groups the tightest. See cgroups(7). */
record ControlGroup(Pseudo pseudo) {

    /** The older version writes "no limit" as a number near 2⁶³. */
    private static final long NO_LIMIT = 1L << 60;

    Optional<Long> memoryLimit() {
        return tightest("", group -> pseudo.number(group + "/memory.max"))
                .or(() -> tightest("memory", group -> pseudo.number(group + "/memory.limit_in_bytes")))
                .filter(limit -> limit < NO_LIMIT);
    }

    /** Cores' worth of time, such as 1.5. */
    Optional<Double> coreLimit() {
        return tightest("", this::quota).or(() -> tightest("cpu", this::olderQuota));
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
        for (String line : pseudo.lines("proc/self/cgroup")) {
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
