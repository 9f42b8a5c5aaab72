package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.driver.nulldriver.NullDriver;
import dev.tidemark.driver.nulldriver.NullParams;

/** The null driver behind a gate: files on disk, which a test makes and removes, say what happens. */
public final class GatedDriver implements Driver {

    static final Param<Path> GATE = Param.path("gate").orElse("none")
            .help("Folder; while it holds a file 'closed' no target opens, while it holds 'broken' opening fails; "
                    + "every opening leaves a file 'opened-…' in it.");

    /** Nothing is put into it. */
    public static final Param<Path> DIRECTORY_PARAM = Param.path(DIRECTORY).orElse("default")
            .help("Where data would be.");

    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(10);

    private final NullDriver inner = new NullDriver();

    @Override
    public String name() {
        return "gated";
    }

    @Override
    public String summary() {
        return "The null driver behind a gate.";
    }

    @Override
    public ParamSet params() {
        return NullParams.ALL.plus(ParamSet.of(GATE, DIRECTORY_PARAM,
                ConnectionParams.PASSWORD).plus(ConnectionParams.tls()));
    }

    @Override
    public MeasureSet measures() {
        return inner.measures();
    }

    @Override
    public Set<Capability> capabilities() {
        return inner.capabilities();
    }

    @Override
    public List<String> jvmFlags() {
        return inner.jvmFlags();
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        Path gate = values.find(GATE).orElse(context.scratch());
        while (Files.exists(gate.resolve("closed"))) {
            if (context.cancelled().getAsBoolean()) {
                throw new DriverException("cancelled before the gate");
            }
            context.clock().sleepUntil(context.clock().nanoTime() + LOOK_EVERY);
        }
        if (Files.exists(gate.resolve("broken"))) {
            throw new DriverException("the gate is broken");
        }
        try {
            if (Files.isDirectory(gate) && !gate.equals(context.scratch())) {
                Files.createTempFile(gate, "opened-", "");
            }
        } catch (IOException e) {
            throw new DriverException("the gate cannot count: " + e.getMessage());
        }
        return inner.open(values.only(NullParams.ALL), context);
    }
}
