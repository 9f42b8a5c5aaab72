package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;

/** A driver that gets its process into the trouble that it is told to. */
public final class TroubleDriver implements Driver {

    /** What happens when the first transaction is committed, unless another moment is named. */
    enum Trouble {
        NONE,
        /** Native code touches memory that is not there. */
        CRASH,
        /** The heap is used up. */
        EXHAUST,
        /** {@code System.exit(7)}. */
        EXIT,
        /** {@code Runtime.halt(9)}, after a line on standard error. */
        HALT,
        /** Much is printed on standard output by Java code. */
        PRINT,
        /** Text is written to the very file descriptor that carries the events, as a native library would. */
        GARBLE,
        /** Never returns, whatever is tried. */
        HANG,
        /** Every transaction but the first ends only when the file {@link TroubleDriver#UNTIL} is there. */
        AWAIT,
        /** Closing the target fails. */
        CLOSE
    }

    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(10);

    static final Param<Trouble> TROUBLE = Param.oneOf("trouble", Trouble.class).byDefault(Trouble.NONE)
            .help("What is to happen.");

    static final Param<Path> UNTIL = Param.path("until").orElse("none").help("The file that is awaited.");

    static final Param<SecretRef> PASSWORD = Param.secret("password").orElse("none").help("A secret.");

    @Override
    public String name() {
        return "trouble";
    }

    @Override
    public String summary() {
        return "Troubles its process.";
    }

    @Override
    public ParamSet params() {
        return ParamSet.of(TROUBLE, UNTIL, PASSWORD);
    }

    @Override
    public MeasureSet measures() {
        return MeasureSet.of();
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DOCUMENT_WRITER);
    }

    @Override
    public boolean sharedByProcesses() {
        return true; // nothing is kept
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("-Xmx64m");
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        values.find(PASSWORD).map(context.secrets()::reveal)
                .ifPresent(secret -> context.note().accept("A secret of " + secret.length() + " characters."));
        return new Target(values);
    }

    private record Target(Values values) implements OpenTarget {

        @Override
        public void create() {
            // there is nothing
        }

        @Override
        public void drop() {
            // there is nothing
        }

        @Override
        public Session session(int worker) {
            return new Writer(values.get(TROUBLE), values.find(UNTIL));
        }

        @Override
        public Values effective() {
            return values;
        }

        @Override
        public List<MetricSnapshot> read() {
            return List.of();
        }

        @Override
        public void settle(Progress progress) {
            // there is nothing
        }

        @Override
        public void abort() {
            // nothing is left undone that could be
        }

        @Override
        public void close() throws DriverException {
            if (values.get(TROUBLE) == Trouble.CLOSE) {
                throw new DriverException("the target would not close");
            }
        }
    }

    private static final class Writer implements DocumentSession {

        private final Trouble trouble;
        private final Optional<Path> until;
        private int committed;

        Writer(Trouble trouble, Optional<Path> until) {
            this.trouble = trouble;
            this.until = until;
        }

        @Override
        public void add(ByteBuffer uri, ByteBuffer content) {
            // nothing is kept
        }

        @Override
        public int findExisting() {
            return 0;
        }

        @Override
        public int commit() throws IOException {
            switch (trouble) {
                case CRASH -> {
                    say("#\n\0\0\0\0"); // as where another thread tells something while the JVM begins to tell of it
                    MemorySegment.ofAddress(8).reinterpret(64).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 1);
                }
                case EXHAUST -> exhaust();
                case EXIT -> System.exit(7);
                case HALT -> {
                    System.err.println("the engine gives up");
                    Runtime.getRuntime().halt(9);
                }
                case PRINT -> System.out.println("{\"event\": \"ended\"} \u0000\u0000\u0000\u0001 ".repeat(1000));
                case GARBLE -> say("\nopened 3 tables\n");
                case HANG -> hang();
                case AWAIT -> await();
                case NONE, CLOSE -> { }
            }
            return 0;
        }

        private static void exhaust() {
            List<byte[]> all = new ArrayList<>();
            while (all.size() < Integer.MAX_VALUE) {
                all.add(new byte[1 << 20]);
            }
        }

        @SuppressWarnings("resource") // closing it would close the descriptor
        private static void say(String text) throws IOException {
            new FileOutputStream(FileDescriptor.out).write(text.getBytes(StandardCharsets.UTF_8));
        }

        private void await() {
            while (committed++ > 0 && !Files.exists(until.orElseThrow())) {
                Clock.system().sleepUntil(Clock.system().nanoTime() + LOOK_EVERY);
            }
        }

        private static void hang() {
            CountDownLatch never = new CountDownLatch(1);
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    // it does not listen
                }
            }
        }

        @Override
        public void rollback() {
            // nothing is kept
        }

        @Override
        public void close() {
            // nothing is kept
        }
    }
}
