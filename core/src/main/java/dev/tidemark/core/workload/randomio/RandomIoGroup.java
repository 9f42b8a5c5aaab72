package dev.tidemark.core.workload.randomio;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.GroupSettings;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;

/**
 * What one group of workers of {@link RandomIo} does.
 *
 * @param name          empty where all workers are one group
 * @param first         number of its first worker among those of all groups
 * @param firstKeyspace the first of the keyspaces that its workers have to themselves;
 *                      {@link KeyChooser#SHARED} where they have none
 */
record RandomIoGroup(String name, Values values, int first, int firstKeyspace) {

    /**
     * The groups of a point. Those whose workers write keyspaces of their own on the same dataset share them out, so
     * that no two workers ever meet.
     */
    static List<RandomIoGroup> of(Workload workload, Values point) {
        List<RandomIoGroup> groups = new ArrayList<>();
        Map<String, Integer> taken = new HashMap<>();
        int first = 0;
        for (GroupSettings groupSettings : WorkerGroups.of(workload, point)) {
            Values values = groupSettings.values();
            int workers = Math.toIntExact(values.get(RandomIoParams.WORKERS));
            boolean own = values.get(RandomIoParams.KEYSPACES) == RandomIoParams.Keyspaces.OWN
                    && values.get(RandomIoParams.READ_PERCENT) < 100;
            int end = own ? taken.merge(values.get(RandomIoParams.DATASET), workers, Integer::sum) : 0;
            groups.add(new RandomIoGroup(groupSettings.name(), values, first, own ? end - workers : KeyChooser.SHARED));
            first += workers;
        }
        return groups;
    }

    String dataset() {
        return values.get(RandomIoParams.DATASET);
    }

    int workers() {
        return Math.toIntExact(values.get(RandomIoParams.WORKERS));
    }

    boolean own() {
        return firstKeyspace != KeyChooser.SHARED;
    }

    RandomIoMix mix() {
        return new RandomIoMix(values.get(RandomIoParams.READ_PERCENT),
                values.get(RandomIoParams.MIX) == RandomIoParams.Mix.DICED);
    }

    /** @throws InvalidInputException when the target's queue depth does not go with the settings */
    WorkerGroup workerGroup(KeyspaceTarget target, DatasetManifest manifest, long seed, long arrivalSeed) {
        long cycles = values.find(RandomIoParams.OPERATIONS).map(o -> Math.ceilDiv(o, (long) length()))
                .orElse(Limit.UNLIMITED);
        return new WorkerGroup(name, load(target.queueDepth(), arrivalSeed), cycles,
                new RandomIoActors(target, manifest, mix(), length(), first, firstKeyspace, seed));
    }

    private Load load(int depth, long seed) {
        RandomIoParams.refusal(values, depth).ifPresent(why -> {
            throw new InvalidInputException(why);
        });
        if (Arrivals.paced(values, RandomIoParams.RATE)) {
            return new Load.Open(workers(), Arrivals.schedule(values, RandomIoParams.RATE, length(), ownSeed(seed)));
        }
        Load.Lanes lanes = own() ? Load.Lanes.OWNED : Load.Lanes.SHARED;
        Duration think = mix().readsOnly() ? Duration.ZERO : values.get(RandomIoParams.THINK_TIME);
        return depth > 1 ? new Load.Pipelined(workers(), depth, lanes) : new Load.Closed(workers(), think, lanes);
    }

    /** The seed of random arrivals: those of no two groups are alike. */
    private long ownSeed(long seed) {
        return SplitMix64.mix(seed + (first + 1) * SplitMix64.STEP);
    }

    private int length() {
        return Math.toIntExact(values.get(RandomIoParams.TRANSACTION_LENGTH));
    }

    /** What it offers where that ends by itself: after a count, or with steps or a trace. */
    Optional<Long> ends() {
        return amount().map(Arrivals.Amount::units).or(() -> values.find(RandomIoParams.OPERATIONS));
    }

    /** How long its schedule lasts; empty where it has none, or a rate and no end by a count. */
    Optional<Duration> paced() {
        return amount().map(Arrivals.Amount::time).or(() -> values.find(RandomIoParams.OPERATIONS).flatMap(n ->
                values.find(RandomIoParams.RATE).map(rate -> Duration.ofNanos((long) (1e9 * (n / rate))))));
    }

    private Optional<Arrivals.Amount> amount() {
        return Arrivals.scheduled(values) ? Optional.of(Arrivals.amount(values, values.find(RandomIoParams.DURATION),
                values.find(RandomIoParams.OPERATIONS).orElse(Limit.UNLIMITED))) : Optional.empty();
    }

    /**
     * @throws InvalidInputException when the dataset is not filled, or has too few keyspaces for the workers that want
     *                 one each
     */
    static void check(List<RandomIoGroup> groups, Map<String, DatasetManifest> datasets) {
        datasets.forEach((name, dataset) -> {
            if (!dataset.complete()) {
                throw new InvalidInputException("dataset " + name + " is not filled yet: " + dataset.filled() + " of "
                        + dataset.keys() + " keys; go on with: " + ShellCommand.of("dataset", "create", name));
            }
            int needed = groups.stream().filter(g -> g.own() && g.dataset().equals(name))
                    .mapToInt(RandomIoGroup::workers).sum();
            int keyspaces = dataset.keyspaces().size();
            if (needed > keyspaces) {
                throw new InvalidInputException("workers: dataset " + name + " has " + keyspaces
                        + " keyspaces, fewer than the "
                        + needed + " workers that want one each; use " + keyspaces + " workers or fewer, keyspaces: "
                        + "shared, or: " + ShellCommand.of("dataset", "grow", name, "--keyspaces",
                                String.valueOf(needed)));
            }
        });
    }

    /**
     * Makes the workers of a group of {@link RandomIo}.
     *
     * @param firstSession  number of its first worker's session
     * @param firstKeyspace the keyspace that its first worker writes alone, the second one the next, and so on;
     *                      {@link KeyChooser#SHARED} where all write all
     */
    private record RandomIoActors(KeyspaceTarget target, DatasetManifest dataset, RandomIoMix mix, int length,
            int firstSession,
            int firstKeyspace, long seed) implements ActorFactory {

        @Override
        public Actor actor(int worker) throws Exception {
            return new RandomIoActor(target, firstSession + worker, dataset, choice(worker), length, !mix.readsOnly());
        }

        @Override
        public AsyncActor asyncActor(int worker, int depth) throws Exception {
            return new RandomIoAsyncActor(target, firstSession + worker, dataset, choice(worker), depth);
        }

        private KeyChooser choice(int worker) {
            int own = firstKeyspace == KeyChooser.SHARED ? firstKeyspace : firstKeyspace + worker;
            return new KeyChooser(dataset, mix, own, seed);
        }
    }
}
