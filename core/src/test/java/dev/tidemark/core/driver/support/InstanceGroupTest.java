package dev.tidemark.core.driver.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceGroupTest {

    private static final Param<Path> PLACE = Param.path(Driver.DIRECTORY).orElse("default").help("where");
    private static final Param<Long> CACHE = Param.count("cache").byDefault(5L).help("how much");

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private final List<Part> opened = new ArrayList<>();
    private int refuseFrom = Integer.MAX_VALUE;
    private boolean onServer;

    /** Makes one file in its folder; each settles a second longer than the one before. */
    private final class Part implements OpenTarget, LocalStorage {
        private final Values values;
        private final Path home;
        private final int number;
        private boolean closed;

        Part(Values values, Context context, int number) {
            this.values = values;
            this.home = Driver.directory(values).orElse(context.scratch());
            this.number = number;
        }

        @Override
        public void create() throws DriverException {
            try {
                Files.createDirectories(home);
                Files.writeString(home.resolve("data"), "x");
            } catch (IOException e) {
                throw new DriverException("no room", e);
            }
        }

        @Override
        public void drop() throws DriverException {
            try {
                Files.delete(home.resolve("data"));
                Files.delete(home);
            } catch (IOException e) {
                throw new DriverException("not there", e);
            }
        }

        @Override
        public Session session(int worker) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Values effective() {
            return values;
        }

        @Override
        public List<MetricSnapshot> read() {
            return List.of(new MetricSnapshot("", number == 1 ? Map.of("written", 10.0, "rare", 1.0)
                    : Map.of("written", 10.0 * number), Map.of("size", 2.0, "fill-rate", 0.3 * number, "depth", 2.0 + number)));
        }

        @Override
        public boolean isOwn(String figure) {
            return !onServer || Set.of("size", "rare").contains(figure);
        }

        @Override
        public void settle(Progress progress) throws DriverException {
            clock.sleepUntil(clock.nanoTime() + number * 1_000_000_000L);
            progress.report(number, 5);
            if (number == 3) {
                throw new DriverException("the third cannot settle");
            }
        }

        @Override
        public void abort() {}

        @Override
        public Optional<LocalStorage> localStorage() {
            return Optional.of(this);
        }

        @Override
        public List<Path> directories() {
            return List.of(home);
        }

        @Override
        public int alignment() {
            return number == 2 ? 4096 : 512;
        }

        @Override
        public OptionalLong freeBytes() {
            return number == 1 ? OptionalLong.empty() : OptionalLong.of(number * 1000L);
        }

        @Override
        public boolean dropCaches() {
            return number != 3;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final Driver driver = new Driver() {
        @Override
        public String name() {
            return "parts";
        }

        @Override
        public String summary() {
            return "Parts.";
        }

        @Override
        public ParamSet params() {
            return ParamSet.of(PLACE, CACHE);
        }

        @Override
        public MeasureSet measures() {
            return MeasureSet.of(new Measure("written", "Written", "MB", Direction.LOWER, 0, "w"),
                    new Measure("fill-rate", "Fill rate", "%", Direction.HIGHER, 0, "f"),
                    new Measure("depth", "Tree depth", EngineMeasures.LEVELS, Direction.LOWER, 0, "d"));
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public List<String> jvmFlags() {
            return List.of();
        }

        @Override
        public OpenTarget open(Values values, Context context) throws DriverException {
            if (opened.size() + 1 >= refuseFrom) {
                throw new DriverException("too many");
            }
            opened.add(new Part(values, context, opened.size() + 1));
            return opened.getLast();
        }
    };

    private InstanceGroup open(int count, String directory) throws DriverException {
        return InstanceGroup.open(driver, driver.params().defaults().with("directory", directory, SettingOrigin.SET),
                new Context(clock, folder.resolve("scratch"), Secrets.ofThisProcess(), note -> { }, () -> false), count);
    }

    @Test
    void eachHasAFolderOfItsOwnBelowTheOneThatTheUserNamed() throws Exception {
        Path named = folder.resolve("named");
        try (InstanceGroup instances = open(3, named.toString())) {
            assertThat(instances.all().sequencedKeySet()).containsExactly("instance-01", "instance-02", "instance-03");
            instances.create();
            assertThat(named.resolve("instance-03/data")).exists();
            assertThat(LocalStorage.directories(instances)).containsExactly(named.resolve("instance-01"),
                    named.resolve("instance-02"), named.resolve("instance-03"));
            assertThat(instances.effective().texts()).containsOnlyKeys("cache");
            instances.drop();
            assertThat(named).doesNotExist();
        }
        assertThat(opened).allMatch(part -> part.closed);
    }

    @Test
    void itsStorageIsThatOfAllTogether() throws Exception {
        try (InstanceGroup instances = open(3, "default")) {
            LocalStorage storage = instances.localStorage().orElseThrow();
            assertThat(storage.alignment()).isEqualTo(4096);
            assertThat(storage.freeBytes()).hasValue(2000);
            assertThat(storage.dropCaches()).isFalse();
        }
    }

    @Test
    void aFolderThatWasThereBeforeStays() throws Exception {
        Path named = Files.createDirectory(folder.resolve("named"));
        try (InstanceGroup instances = open(2, named.toString())) {
            instances.create();
            instances.drop();
        }
        assertThat(named).isEmptyDirectory();
    }

    @Test
    void withoutADirectoryTheyShareOutTheScratchFolder() throws Exception {
        try (InstanceGroup instances = open(2, "default")) {
            instances.create();
            assertThat(folder.resolve("scratch/instance-02/data")).exists();
            assertThat(instances.effective().texts()).containsEntry("directory", "default");
        }
    }

    @Test
    void countersAndGaugesAreAddedUpAndOfSharesItIsTheMeanOfDepthsTheLargest() throws Exception {
        try (InstanceGroup instances = open(3, "default")) {
            assertThat(instances.read()).singleElement().satisfies(r -> {
                assertThat(r.node()).isEmpty();
                assertThat(r.counters()).as("rare is told by one of them only").isEqualTo(Map.of("written", 60.0));
                assertThat(r.gauges()).containsEntry("size", 6.0).containsEntry("depth", 5.0).hasEntrySatisfying("fill-rate",
                        rate -> assertThat(rate).isBetween(0.599, 0.601));
            });
        }
    }

    @Test
    void whatAServerCountsForAllOfThemIsToldOnce() throws Exception {
        onServer = true;
        try (InstanceGroup instances = open(3, "default")) {
            assertThat(instances.read()).singleElement().satisfies(r -> {
                assertThat(r.counters()).as("rare is of each, and told by one").isEqualTo(Map.of("written", 10.0));
                assertThat(r.gauges()).containsEntry("size", 6.0).containsEntry("fill-rate", 0.3);
            });
        }
    }

    @Test
    void theySettleAtTheSameTimeAndTheFirstTroubleIsTold() throws Exception {
        long[] took = new long[1];
        List<String> progress = new ArrayList<>();
        clock.join(clock.start("settling", () -> {
            try (InstanceGroup two = open(2, "default")) {
                long before = clock.nanoTime();
                two.settle((done, total) -> progress.add(done + "/" + total));
                took[0] = clock.nanoTime() - before;
            } catch (DriverException e) {
                progress.add(e.getMessage());
            }
        }));
        assertThat(took[0]).isBetween(2_000_000_000L, 2_100_000_000L);
        assertThat(progress).containsExactly("1/0", "3/10");
        opened.clear();
        clock.join(clock.start("settling", () -> {
            try (InstanceGroup four = open(4, "default")) {
                four.settle(Progress.none());
            } catch (DriverException e) {
                progress.add(e.getMessage());
            }
        }));
        assertThat(progress).last().isEqualTo("the third cannot settle");
    }

    @Test
    void whereOneCannotBeOpenedNoneStaysOpen() {
        refuseFrom = 3;
        assertThatThrownBy(() -> open(4, "default")).isInstanceOf(DriverException.class).hasMessage("too many");
        assertThat(opened).hasSize(2).allMatch(part -> part.closed);
    }
}
