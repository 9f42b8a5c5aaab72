package dev.tidemark.bench.tasks;

import module java.base;
import dev.tidemark.core.time.Clock;

/** The tasks at the terminal: each command is typed whole, with its end of line. */
final class TerminalTasks {

    private static final Clock CLOCK = Clock.system();
    private static final String PROGRAM = "./tidemark ";
    private static final String TWO = "ingest --label two --batch-size 1,10 --repeat ";

    /** What a report says to do next. */
    private static final Pattern ADVICE = Pattern.compile("(?m)^ +\\S*tidemark (again two .*--repeat \\d+)\\s*$");

    private final Path launcher;
    private final Path folder;
    private String said = "";

    TerminalTasks(Path launcher, Path folder) {
        this.launcher = launcher;
        this.folder = folder;
    }

    List<TaskCost> all() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        TaskCost first = task(FourTasks.FIRST, "demo");
        TaskCost better = task(FourTasks.BETTER, TWO + 2);
        String rounds = ADVICE.matcher(said).results().map(r -> r.group(1)).findFirst().orElse(TWO + 5);
        return List.of(first, better, task(FourTasks.ROUNDS, rounds),
                task(FourTasks.SHOW, "report two --html two.html"));
    }

    private TaskCost task(String name, String command) throws IOException, InterruptedException {
        long begun = CLOCK.nanoTime();
        // A terminal, so that the report is that of a person and not of a pipe.
        ProcessBuilder builder = new ProcessBuilder("script", "-qec", launcher + " " + command, "/dev/null")
                .directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("TIDEMARK_STORE", folder.resolve("results.db").toString());
        builder.environment().put("NO_COLOR", "1");
        builder.environment().put("COLUMNS", "100");
        Process process = builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile())).start();
        said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        double seconds = (CLOCK.nanoTime() - begun) / 1e9;
        Files.writeString(folder.resolve(command.split(" ")[0] + "-" + begun + ".txt"), said);
        return new TaskCost(name, "terminal", 0, PROGRAM.length() + command.length() + 1, seconds, answer(said),
                PROGRAM + command);
    }

    /** The first paragraph behind the report's heading. */
    private static String answer(String said) {
        String report = said.replace("\r\n", "\n").replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "");
        int heading = report.indexOf(" iterations\n");
        return heading < 0 ? report.strip() : report.substring(heading).split("\n\n")[1];
    }
}
