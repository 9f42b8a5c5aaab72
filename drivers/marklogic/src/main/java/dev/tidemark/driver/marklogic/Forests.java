package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.time.Clock;

/** The forests of a database. @param names sorted */
record Forests(List<String> names) {

    private static final Duration OPENING = Duration.ofMinutes(2);
    private static final long LOOK_AGAIN = 100_000_000L;

    static Forests of(ManagementApi management, String database) throws Exception {
        return new Forests(management.get("/databases/" + ManagementApi.encoded(database) + "/properties?format=json")
                .path("forest").valueStream().map(name -> name.asString("")).sorted().toList());
    }

    /** Waits until all are open, as they are a while after they were made, and after the server was started. */
    void awaitOpen(ManagementApi management, Clock clock, BooleanSupplier cancelled) throws Exception {
        long end = clock.nanoTime() + OPENING.toNanos();
        for (String name : names) {
            while (!isOpen(management, name)) {
                if (cancelled.getAsBoolean() || clock.nanoTime() - end > 0) {
                    throw new DriverException("forest " + name + " was not opened; see the server's log");
                }
                clock.sleepUntil(clock.nanoTime() + LOOK_AGAIN);
            }
        }
    }

    private static boolean isOpen(ManagementApi management, String name) throws Exception {
        return management.get("/forests/" + ManagementApi.encoded(name) + "?view=status&format=json")
                .path("forest-status").path("status-properties").path("state").path("value").asString("")
                .equals("open");
    }
}
