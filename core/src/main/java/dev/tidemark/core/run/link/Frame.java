package dev.tidemark.core.run.link;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerReply;

/** One message between a coordinator and a runner. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "frame")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Frame.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = Frame.EventReport.class, name = "event"),
    @JsonSubTypes.Type(value = Frame.Answer.class, name = "answer"),
    @JsonSubTypes.Type(value = Frame.Welcome.class, name = "welcome"),
    @JsonSubTypes.Type(value = Frame.Refusal.class, name = "refusal"),
    @JsonSubTypes.Type(value = Frame.Renewal.class, name = "renewal"),
    @JsonSubTypes.Type(value = Frame.Echo.class, name = "echo"),
    @JsonSubTypes.Type(value = Frame.Order.class, name = "order"),
    @JsonSubTypes.Type(value = Frame.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = Frame.Conclude.class, name = "conclude"),
    @JsonSubTypes.Type(value = Frame.Quit.class, name = "quit")
})
public sealed interface Frame {

    /** Counts up with every change by which one side would misunderstand the other. */
    int PROTOCOL = 6;

    /** What a runner sends. */
    sealed interface ToCoordinator extends Frame permits Hello, EventReport, Answer, Echo {}

    /** What a coordinator sends. */
    sealed interface ToRunner extends Frame permits Welcome, Refusal, Renewal, Order, Stop, Conclude, Quit {}

    /**
     * The first frame of all. It keeps these fields in every protocol, so that a coordinator can say whom it refuses.
     *
     * @param protocol that the runner speaks
     * @param version  of Tidemark; empty where it is not packaged
     * @param drivers  that its machine has, by name, with the version of those that this runner itself can load
     * @param jdk      that it runs on
     * @param pid      of its process
     * @param cores    that it may use
     */
    record Hello(int protocol, String version, Map<String, String> drivers, String jdk, long pid, int cores)
            implements ToCoordinator {

        /** Where whoever starts a runner, which can load one driver only, tells the names of all that it has. */
        public static final String DRIVERS = "tidemark.drivers";

        /** Of this process. */
        public static Hello own() {
            Map<String, String> drivers = new TreeMap<>();
            Stream.of(System.getProperty(DRIVERS, "").split(",")).filter(name -> !name.isEmpty())
                    .forEach(name -> drivers.put(name, ""));
            for (Driver driver : Drivers.all()) {
                drivers.put(driver.name(), version(driver.getClass()));
            }
            return new Hello(PROTOCOL, version(Frame.class), drivers, Runtime.version().toString(),
                    ProcessHandle.current().pid(), Runtime.getRuntime().availableProcessors());
        }

        private static String version(Class<?> of) {
            return Optional.ofNullable(of.getPackage().getImplementationVersion()).orElse("");
        }

        /** Why it cannot be worked with by this process; empty when it can. */
        Optional<String> objection() {
            return protocol == PROTOCOL ? Optional.empty() : Optional.of("the runner (process " + pid + named(version)
                    + ") speaks protocol " + protocol + ", and this side" + named(version(Frame.class))
                    + " speaks protocol " + PROTOCOL + "; give both the same version of Tidemark");
        }

        private static String named(String version) {
            return version == null || version.isEmpty() ? "" : ", Tidemark " + version;
        }
    }

    /** Something happened while an order was carried out. */
    record EventReport(RunEvent event) implements ToCoordinator {}

    /** An order was carried out. */
    record Answer(RunnerReply reply) implements ToCoordinator {}

    /**
     * The runner may work.
     *
     * @param protocol that the coordinator speaks, too
     * @param lease    nanoseconds without any frame after which the runner ends
     */
    record Welcome(int protocol, long lease) implements ToRunner {}

    /** The runner must go. @param why in one line */
    record Refusal(String why) implements ToRunner {}

    /** The coordinator lives. */
    record Renewal() implements ToRunner {}

    /** The runner lives; answers a renewal while an order is carried out. */
    record Echo() implements ToCoordinator {}

    /** To be carried out when those before it are. */
    record Order(RunnerOrder order) implements ToRunner {}

    /** What is in progress is to end early. Overtakes orders. */
    record Stop() implements ToRunner {}

    /** The other runners have ended the stage that is run. Overtakes orders. */
    record Conclude() implements ToRunner {}

    /** The runner may end when its orders are carried out. */
    record Quit() implements ToRunner {}
}
