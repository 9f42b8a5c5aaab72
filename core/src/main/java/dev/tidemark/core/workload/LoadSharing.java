package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.param.Values;

/** What cannot be offered by several generators together, and why. */
public final class LoadSharing {

    private static final String WORKERS = "workers";
    private static final String IN_FLIGHT = "in-flight";

    private LoadSharing() {}

    /** Why a point cannot be, in one line; empty when it can. @param generators how many */
    public static Optional<String> refusal(Workload workload, Driver driver, Values values, int generators) {
        if (generators == 1) {
            return Optional.empty();
        }
        if (!driver.sharedByProcesses() && driver.params().lookUp(ConnectionParams.ADDRESS).isEmpty()) {
            return Optional.of("agents: the data of " + driver.name() + " is in the process that works on it, so that "
                    + "several cannot load it together; use one agent, or a server");
        }
        Optional<ScheduledTask> cut = values.find(LoadParams.BACKGROUND).flatMap(BackgroundSchedule::firstOnConnections);
        if (cut.isPresent()) {
            return Optional.of("background: " + cut.get().name() + ": it would disturb the connections of the first agent "
                    + "alone; use one agent, or fault run='...'");
        }
        return workload.whyNotShared(values).map(why -> "agents: " + why)
                .or(() -> WorkerGroups.of(workload, values).stream().map(GroupSettings::values)
                        .flatMap(v -> parts(v).stream()).filter(parts -> parts.number < generators)
                        .min(Comparator.comparingLong(Parts::number)).map(parts -> parts.tooFew(generators)));
    }

    /** What can be shared out of a group. @param setting that says how many */
    private record Parts(String setting, long number) {

        String tooFew(int generators) {
            String plural = number == 1 ? "" : "s";
            String noun = setting.equals(IN_FLIGHT) ? "request" + plural + " in flight" : "worker" + plural;
            return setting + ": " + number + " " + noun + " cannot be shared out among " + generators + " agents; use "
                    + generators + " or more, or fewer agents";
        }
    }

    /** Of a group; where one thread has several operations in progress, these. */
    private static Optional<Parts> parts(Values group) {
        return Stream.of(IN_FLIGHT, WORKERS).flatMap(name -> group.params().lookUp(name).stream())
                .flatMap(found -> group.find(found.param()).stream().filter(Long.class::isInstance)
                        .map(number -> new Parts(found.param().name(), (Long) number))).findFirst();
    }

    /** @param parts among how many the least of a point's groups could be shared out */
    public static String tooFew(Values values, long parts, int generators) {
        return new Parts(parts(values).map(Parts::setting).orElse(WORKERS), parts).tooFew(generators);
    }
}
