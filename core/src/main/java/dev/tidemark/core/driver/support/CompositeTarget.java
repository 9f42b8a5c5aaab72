package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;

/** Several open targets of one driver, in order and with a name each, that are made, watched and closed like one. */
abstract class CompositeTarget implements OpenTarget {

    private final SequencedMap<String, OpenTarget> byName = new LinkedHashMap<>();
    /** Those of which none before is on the same server. */
    private final Set<String> first = new HashSet<>();

    /** Opens one of them. */
    @FunctionalInterface
    public interface Opener {
        OpenTarget open() throws DriverException;
    }

    /** Opens all or none. @param openings by name, at least one */
    CompositeTarget(SequencedMap<String, ? extends Opener> openings) throws DriverException {
        try {
            for (Map.Entry<String, ? extends Opener> opening : openings.entrySet()) {
                byName.put(opening.getKey(), opening.getValue().open());
            }
        } catch (DriverException | RuntimeException e) {
            Closing.after(e, targets(), OpenTarget::close);
            throw e;
        }
        Set<List<String>> servers = new HashSet<>();
        byName.forEach((name, target) -> {
            if (servers.add(server(target.effective()))) {
                first.add(name);
            }
        });
    }

    /** Those that are open, by name and in order. */
    final SequencedMap<String, OpenTarget> byName() {
        return Collections.unmodifiableSequencedMap(byName);
    }

    final Collection<OpenTarget> targets() {
        return byName.values();
    }

    /** Where a target's server is; empty for one without. */
    private static List<String> server(Values values) {
        return Stream.of(ConnectionParams.ADDRESS, ConnectionParams.SOCKET.name())
                .flatMap(name -> values.params().lookUp(name).stream()).map(found -> values.text(found.param())).toList();
    }

    /** What each tells; what one server counts for several of them only the first of these. */
    final SequencedMap<String, List<MetricSnapshot>> readings() {
        SequencedMap<String, List<MetricSnapshot>> readings = new LinkedHashMap<>();
        byName.forEach((name, target) -> readings.put(name, first.contains(name) ? target.read()
                : target.read().stream().map(reading -> reading.only(target::isOwn)).toList()));
        return readings;
    }

    @Override
    public void create() throws DriverException {
        for (OpenTarget target : targets()) {
            target.create();
        }
    }

    @Override
    public void drop() throws DriverException {
        for (OpenTarget target : targets()) {
            target.drop();
        }
    }

    @Override
    public Session session(int worker) throws DriverException {
        throw new UnsupportedOperationException("this target has no sessions of its own; open one on a member of the "
                + "group");
    }

    @Override
    public final String version() throws DriverException {
        return targets().iterator().next().version();
    }

    @Override
    public List<Setting> facts() throws DriverException {
        return targets().iterator().next().facts();
    }

    /** {@inheritDoc} Those on which all agree. */
    @Override
    public Values effective() {
        List<Values> all = targets().stream().map(OpenTarget::effective).toList();
        Values first = all.getFirst();
        return first.only(first.params().only(p -> agree(all, p)));
    }

    static boolean agree(List<Values> all, Param<?> param) {
        return all.stream().map(v -> v.text(param)).distinct().count() == 1;
    }

    /** {@inheritDoc} Of any of them. */
    @Override
    public final Optional<DriverException> backgroundFailure() {
        return targets().stream().flatMap(t -> t.backgroundFailure().stream()).findFirst();
    }

    @Override
    public final void abort() {
        targets().forEach(OpenTarget::abort);
    }

    /** {@inheritDoc} That of all of them together. */
    @Override
    public final Optional<LocalStorage> localStorage() {
        List<LocalStorage> all = targets().stream().flatMap(t -> t.localStorage().stream()).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(new CombinedStorage(all));
    }

    /** {@inheritDoc} All are closed, whatever becomes of the others. */
    @Override
    public final void close() throws DriverException {
        Closing.all(targets(), OpenTarget::close);
    }

    /** The storage of several targets as that of one. */
    private record CombinedStorage(List<LocalStorage> all) implements LocalStorage {

        @Override
        public List<Path> directories() {
            return all.stream().flatMap(storage -> storage.directories().stream()).distinct().toList();
        }

        /** {@inheritDoc} The largest, of which the others are divisors, since all are powers of two. */
        @Override
        public int alignment() {
            return all.stream().mapToInt(LocalStorage::alignment).max().orElse(1);
        }

        /** {@inheritDoc} The least that any tells: they may share one device. */
        @Override
        public OptionalLong freeBytes() {
            return all.stream().map(LocalStorage::freeBytes).flatMapToLong(OptionalLong::stream).min();
        }

        @Override
        public boolean bypassesPageCache() {
            return all.stream().allMatch(LocalStorage::bypassesPageCache);
        }

        @Override
        public boolean readsDevice() {
            return all.stream().allMatch(LocalStorage::readsDevice);
        }

        /** {@inheritDoc} The largest of any. */
        @Override
        public double unwrittenShare() throws DriverException {
            double most = 0;
            for (LocalStorage storage : all) {
                most = Math.max(most, storage.unwrittenShare());
            }
            return most;
        }

        @Override
        public boolean dropCaches() throws DriverException {
            boolean cold = true;
            for (LocalStorage storage : all) {
                cold &= storage.dropCaches();
            }
            return cold;
        }
    }
}
