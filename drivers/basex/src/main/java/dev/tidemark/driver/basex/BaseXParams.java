package dev.tidemark.driver.basex;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;

/** How a server is reached and what its database is made like; the defaults of the latter are BaseX's own. */
final class BaseXParams {

    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:8080");

    static final Param<Long> CLIENT_PORT = Param.count("client-port").orElse("none").atLeast(1).atMost(65_535)
            .changing(REOPEN)
            .help("Where, on the same host, BaseX listens to clients of its own protocol, which is never encrypted. "
                    + "Without it, and with tls, API styles of that protocol are not offered.");

    static final Param<String> DATABASE = Param.text("database").reaching(Reach.DATA).orElse("none").changing(REOPEN)
            .help("Name of the database whose documents are the context of queries of your own, which find them by "
                    + "//order; it must be there already. Without it they say themselves where to look, as by "
                    + "db:get('shop').");

    static final Param<Boolean> AUTO_FLUSH = Param.flag("auto-flush").byDefault(true).changing(REOPEN)
            .help("Whether each update writes what it has changed to the database's files (AUTOFLUSH); without, that "
                    + "waits until nobody has the database open, as between requests over REST. Either way nobody asks "
                    + "the system for it to be on the device.")
            .states(true, Durability.OS_BUFFERED).states(false, Durability.VOLATILE).asMain();

    static final Param<Boolean> TEXT_INDEX = Param.flag("text-index").byDefault(true).changing(REBUILD)
            .help("Whether the database has an index of texts (TEXTINDEX).");

    static final Param<Boolean> ATTRIBUTE_INDEX = Param.flag("attribute-index").byDefault(true).changing(REBUILD)
            .help("Whether the database has an index of values of attributes (ATTRINDEX).");

    static final Param<Boolean> UPDATED_INDEXES = Param.flag("updated-indexes").byDefault(false).changing(REBUILD)
            .help("Whether each update keeps these indexes up to date (UPDINDEX); without, the first update puts them "
                    + "out of use until the database is optimized.");

    static final Param<DocumentFormat> DOCUMENT_FORMAT = Param.oneOf("document-format", DocumentFormat.class)
            .byDefault(DocumentFormat.AUTO).changing(REBUILD)
            .help("What documents are stored as: xml and json as trees, which the indexes are of and queries see; "
                    + "binary as bytes. auto: by the content of each, binary where it is neither. What is not what is "
                    + "said is refused by the server.").asMain();

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(CLIENT_PORT, DATABASE, AUTO_FLUSH, DOCUMENT_FORMAT, TEXT_INDEX, ATTRIBUTE_INDEX,
                    UPDATED_INDEXES));

    private BaseXParams() {}
}
