package dev.tidemark.driver.iris;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ServerUrl;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;

/** InterSystems IRIS, by the JDBC driver that comes with it and the native API in that. */
public final class IrisDriver extends DeclaredDriver {

    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:1972");

    static final Param<String> DATABASE = Param.typed("database", Types.text(name -> name.matches("%?[A-Za-z0-9_-]+")
                    ? Optional.empty() : Optional.of("it is no namespace of IRIS")))
            .reaching(Reach.DATA).byDefault("USER").changing(ChangeCost.REOPEN)
            .help("Namespace of IRIS in which globals and tables are made; it must be there already.").asMain();

    /**
     * Whether TCOMMIT waits until the journal is written, which it asks for in any case; an idle system writes it every
     * two seconds (https://docs.intersystems.com, Configuration Parameter File Reference, SynchCommit; Data Integrity
     * Guide, Journal Write Cycle).
     */
    static final Param<Boolean> SYNCHRONOUS_COMMIT = Param.flag("synchronous-commit")
            .orElse(ConnectionParams.AS_THE_SERVER_HAS_IT).changing(ChangeCost.REOPEN)
            .states(true, Durability.DURABLE).states(false, Durability.LAST_INTERVAL)
            .help("Whether a commit waits until its journal records are on the disk (SynchCommit), for the driver's "
                    + "own connections.");

    private static final String JDBC = "jdbc";

    static final List<SqlStyle> STYLES = List.of(SqlStyles.prepared(JDBC), SqlStyles.anew(JDBC),
            SqlStyles.committed(JDBC), SqlStyles.object(JDBC), SqlStyles.batch(JDBC), SqlStyles.noop("noop", JDBC,
            "SELECT 1, prepared once: a round trip that does nothing", "SELECT 1"));

    /** No scans and no walks: going on from subscript to subscript is nothing as it was at one moment. */
    public IrisDriver() {
        super("iris", "InterSystems IRIS: globals and tables, by its own client, which you name; written by its "
                + "documentation and not tried on one.",
                ConnectionParams.of(ADDRESS).plus(ParamSet.of(SqlParams.DRIVER_JAR, DATABASE, SYNCHRONOUS_COMMIT)),
                IrisMeasures.ALL, EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES, Capability.TRANSACTIONS,
                Capability.DELETE, Capability.API_STYLES));
    }

    @Override
    public List<ApiStyle> styles() {
        return SqlStyle.declared(STYLES);
    }

    @Override
    public String compaction() {
        return "There is nothing to ask for: blocks are changed in their place.";
    }

    @Override
    public Optional<UrlForm> url() {
        return Optional.of(ServerUrl.of("InterSystems IRIS", "iris://USER:PASSWORD@HOST:1972/NAMESPACE")
                .scheme("iris", 1972).scheme("jdbc:iris", 1972).path(DATABASE.name()).parameter(DATABASE.name(), DATABASE)
                .parameter(SqlParams.DRIVER_JAR.name(), SqlParams.DRIVER_JAR));
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        return IrisTarget.open(values, context);
    }
}
