package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.run.coordinator.RunnerClocks;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Agents;

/**
 * What was found out about an agent that was started and let go again.
 *
 * @param name    in words for people
 * @param failure why it cannot be used, in one line; empty when it can
 * @param hello   what it says that it is; empty when it cannot be used
 * @param clock   how its clock stands to this machine's; empty when it cannot be used
 */
public record AgentCheck(String name, Optional<String> failure, Optional<Frame.Hello> hello,
        Optional<RunnerClocks.Reading> clock) {

    /**
     * Starts all, at the same time.
     *
     * @param driver that each must have
     * @param work   folder of this machine where the agents of this machine keep what they make
     */
    public static List<AgentCheck> of(Agents agents, Driver driver, Path work, Clock clock)
            throws InterruptedException {
        AgentCheck[] found = new AgentCheck[agents.all().size()];
        List<Thread> threads = IntStream.range(0, found.length).mapToObj(i -> clock.start("tidemark-agent-" + i,
                () -> found[i] = of(agents, i, driver, work.resolve("agent-" + i), clock))).toList();
        for (Thread thread : threads) {
            clock.join(thread);
        }
        return List.of(found);
    }

    private static AgentCheck of(Agents agents, int number, Driver driver, Path work, Clock clock) {
        String name = agents.names().get(number);
        try (AgentProcess process = AgentProcess.start(AgentCommand.of(agents, number, driver, work,
                MeasuredRun.NONE), driver.name(), SecretAnswers.NONE, clock, AgentProcess.LEASE)) {
            return new AgentCheck(name, Optional.empty(), Optional.of(process.hello()), Optional.of(
                    new RunnerClocks(clock).read(order -> process.carryOut(order, event -> { }))));
        } catch (IOException e) {
            return unusable(name, e.getMessage());
        } catch (InterruptedException e) {
            return unusable(name, "it was not waited for");
        } catch (RuntimeException e) { // nobody else is there to notice
            return unusable(name, e.toString());
        }
    }

    /** One of which it is known why it cannot be used. */
    public static AgentCheck unusable(String name, String why) {
        return new AgentCheck(name, Optional.of(why), Optional.empty(), Optional.empty());
    }

    /** The shortest round trip that was seen, in nanoseconds; empty when it cannot be used. */
    public OptionalLong roundTrip() {
        return clock.map(reading -> OptionalLong.of(2 * reading.error())).orElse(OptionalLong.empty());
    }
}
