package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.workload.script.language.ScriptException;

/** What went wrong, in one line. */
public final class FailureReason {

    private FailureReason() {}

    /** What is meant for the user is a whole sentence already. */
    public static String of(Throwable e) {
        String message = switch (e) {
            case InvalidInputException _, DriverException _, RigException _, ScriptException _, StatementException _,
                    OverloadedException _, HttpRefusedException _, IOException _ -> e.getMessage();
            case OutOfMemoryError memory -> "the runner ran out of memory: " + memory.getMessage();
            default -> e.toString();
        };
        return Optional.ofNullable(message).flatMap(m -> m.lines().filter(line -> !line.isBlank()).findFirst())
                .orElse(e.getClass().getSimpleName());
    }
}
