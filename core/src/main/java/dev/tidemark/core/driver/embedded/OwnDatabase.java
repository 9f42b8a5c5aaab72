package dev.tidemark.core.driver.embedded;

import static dev.tidemark.core.param.ChangeCost.REBUILD;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;

/**
 * A database of the user's in place of one of the target's own: a copy of it that each iteration begins with, or
 * itself, which is then only read. Operations are about {@link dev.tidemark.core.data.keys.FoundKeys keys that are
 * there}.
 *
 * @param path   as the user names it, absolute
 * @param tables what the engine calls the tables in it, as in {@code column family}
 * @param table  the one that is measured; empty where there is only one
 */
public record OwnDatabase(Path path, Access access, String tables, Optional<String> table) {

    /** How it is opened. */
    public enum Access {
        COPY, READ_ONLY
    }

    public static final Param<Access> ACCESS = Param.oneOf("database-access", Access.class).byDefault(Access.COPY)
            .help("How a database of your own is opened. copy: each iteration begins with a copy of it, which may be "
                    + "written to; read-only: itself, where it is, without anything written there.")
            .changing(REBUILD);

    private static final String NAME = "database";
    private static final String NONE = "none";

    /** What can be done with one. */
    private static final Set<Capability> READING = EnumSet.of(Capability.KEY_VALUES, Capability.HEAD, Capability.SCAN,
            Capability.WALK);
    private static final Set<Capability> WRITING = EnumSet.of(Capability.DELETE, Capability.COMPACT,
            Capability.SNAPSHOT);

    /** The setting that names one. @param what it is, as in {@code The folder of a LevelDB} */
    public static Param<Path> database(String what) {
        return Param.path(NAME).reaching(Reach.FILE).orElse(NONE)
                .help(what + " of your own, in place of one of Tidemark's: volume works on keys that are there. It is "
                        + "only read, and no other process may have it open.").changing(REBUILD);
    }

    /** Why settings do not go together. */
    public static Optional<String> complaint(Values values) {
        boolean spread = values.params().lookUp("shards").filter(s -> !values.text(s.param()).equals("1")).isPresent();
        return isOf(values) && spread
                ? Optional.of("shards: a database of your own is one; leave shards at 1, or database out")
                : Optional.empty();
    }

    private static Optional<Path> path(Values values) {
        return values.params().lookUp(ACCESS.name()).flatMap(_ -> values.params().lookUp(NAME))
                .flatMap(found -> values.find(found.param())).map(Path.class::cast);
    }

    /** Whether a target with these settings works on one. @param values its settings, and perhaps others */
    public static boolean isOf(Values values) {
        return path(values).isPresent();
    }

    /** Whether it is one to which nothing is written. */
    public static boolean isReadOnly(Values values) {
        return isOf(values) && values.get(ACCESS) == Access.READ_ONLY;
    }

    /** The same settings for a database that Tidemark makes. */
    public static Values without(Values values) {
        return isOf(values) ? values.with(NAME, NONE, SettingOrigin.DECLARED) : values;
    }

    /** Whether what was recorded was measured on one. */
    public static boolean isOf(List<Setting> settings) {
        return settings.stream().anyMatch(s -> s.name().equals(ACCESS.name()))
                && settings.stream().anyMatch(s -> s.name().equals(NAME) && !s.text().equals(NONE));
    }

    /** @param table the setting that names the one that is measured */
    public static Optional<OwnDatabase> of(Values values, Param<String> table) {
        return path(values).map(path -> new OwnDatabase(path.toAbsolutePath().normalize(), values.get(ACCESS),
                table.name().replace('-', ' '), values.find(table)));
    }

    /** Those of an engine's capabilities that are left. */
    static Set<Capability> left(Set<Capability> all, Values values) {
        Set<Capability> left = EnumSet.copyOf(all);
        left.removeIf(c -> !READING.contains(c) && (isReadOnly(values) || !WRITING.contains(c)));
        return left;
    }

    public boolean isCopied() {
        return access == Access.COPY;
    }

    /** The same to be only read. */
    OwnDatabase onlyRead() {
        return new OwnDatabase(path, Access.READ_ONLY, tables, table);
    }

    /** With the table, as what is told calls it. */
    public String named() {
        return path + table.map(name -> ", " + tables + " " + name).orElse("");
    }
}
