package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.launch.TroubleDriver.Trouble;

/** A process with a runner that is busy for ever; prints the runner's process id once it is at work. */
public final class LonelyParent {

    private LonelyParent() {}

    public static void main(String[] args) throws Exception {
        try (Bench bench = new Bench(Path.of(args[0]), Duration.ofMinutes(10))) {
            bench.run(1, Trouble.HANG, event -> {
                if (event instanceof RunEvent.Detected) {
                    System.out.println(ProcessHandle.current().children().findFirst().orElseThrow().pid());
                }
            });
        }
    }
}
