package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.time.Clock;

/** What a process writes to its standard error, line by line: read as it comes, of which the last lines are kept. */
final class ErrorOutput {

    private static final int KEPT_LINES = 100;

    private final Deque<String> lines = new ArrayDeque<>();
    private final Thread reader;

    ErrorOutput(Process process, Clock clock) {
        reader = clock.start("tidemark-runner-stderr", () -> read(process));
    }

    /** The last lines of a process that has ended. @param most how long is waited for what is still under way */
    List<String> last(Duration most) throws InterruptedException {
        reader.join(most.toMillis());
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    private void read(Process process) {
        try (BufferedReader from = new BufferedReader(
                new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = from.readLine()) != null;) {
                synchronized (lines) {
                    lines.add(line);
                    if (lines.size() > KEPT_LINES) {
                        lines.removeFirst();
                    }
                }
            }
        } catch (IOException e) {
            // the process is gone, and with it what it had to say
        }
    }
}
