package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * The target of a point, and beside it those of groups of workers that work elsewhere: on another server of the same
 * kind, in another database or as another user. Those only visit what is there. What is made, read back and counted is
 * the point's own target; of the others it is told where they differ.
 */
public final class TargetsByGroup extends CompositeTarget {

    private static final String OWN = "";

    private TargetsByGroup(SequencedMap<String, Opener> openings) throws DriverException {
        super(openings);
    }

    /** Opens all or none. @param others by the group's name */
    public static TargetsByGroup open(Opener own, SequencedMap<String, Opener> others) throws DriverException {
        SequencedMap<String, Opener> all = new LinkedHashMap<>();
        all.put(OWN, own);
        others.forEach((group, opening) -> all.put(group, () -> named(group, opening::open)));
        return new TargetsByGroup(all);
    }

    /** Something done with one of them. */
    @FunctionalInterface
    private interface TargetAction<T> {
        T result() throws DriverException;
    }

    /** What fails tells whose it is. */
    private static <T> T named(String group, TargetAction<T> work) throws DriverException {
        try {
            return work.result();
        } catch (DriverException e) {
            throw new DriverException("group " + group + ": " + e.getMessage(), e);
        }
    }

    /** The one that a group works on: the point's own, unless it has another. */
    public OpenTarget of(String group) {
        return byName().getOrDefault(group, own());
    }

    private OpenTarget own() {
        return byName().get(OWN);
    }

    /** {@inheritDoc} Only where all of them do. */
    @Override
    public boolean visit() {
        return targets().stream().allMatch(OpenTarget::visit);
    }

    @Override
    public void create() throws DriverException {
        own().create();
    }

    @Override
    public void drop() throws DriverException {
        own().drop();
    }

    @Override
    public Session session(int worker) throws DriverException {
        return own().session(worker);
    }

    @Override
    public Values effective() {
        return own().effective();
    }

    /** {@inheritDoc} Of the others those that are otherwise there, each under the name of its group. */
    @Override
    public List<Setting> facts() throws DriverException {
        List<Setting> common = own().facts();
        List<Setting> all = new ArrayList<>(common);
        for (Map.Entry<String, OpenTarget> other : byName().sequencedEntrySet().stream().skip(1).toList()) {
            List<Setting> facts = new ArrayList<>(named(other.getKey(), other.getValue()::facts));
            String version = named(other.getKey(), other.getValue()::version);
            if (!version.equals(version())) {
                facts.addFirst(Setting.detected(ENGINE, version));
            }
            facts.stream().filter(fact -> !common.contains(fact)).forEach(fact -> all.add(new Setting(QualifiedNames.name(
                    other.getKey(), fact.name()), fact.text(), fact.number(), fact.unit(), fact.origin())));
        }
        return all;
    }

    @Override
    public List<MetricSnapshot> read() {
        return own().read();
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        own().settle(progress);
    }
}
