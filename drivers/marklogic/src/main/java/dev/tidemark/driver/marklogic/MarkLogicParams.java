package dev.tidemark.driver.marklogic;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;

/** How a server is reached, and what is set there; what is not set stays as the server has it. */
final class MarkLogicParams {

    private static final String AS_IT_IS = ConnectionParams.AS_THE_SERVER_HAS_IT;
    private static final int LARGEST_PORT = 65_535;

    /** That of MarkLogic's own server App-Services, which serves every database. */
    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:8000");

    static final Param<Long> MANAGE_PORT = port("manage-port", 8002,
            "The port of the Management API, on the same host.");

    static final Param<Long> ADMIN_PORT = port("admin-port", 8001,
            "The port of the Admin API, which tells when the server was started; needed where a setting restarts it.");

    static final Param<String> DATABASE = Param.text("database").reaching(Reach.DATA).orElse("that of the port")
            .changing(REOPEN)
            .help("Name of the database that statements of your own are evaluated in; it must be there already, and the "
                    + "user needs the privilege eval-in. Without it they go to the content database of the server at "
                    + "this port.");

    static final Param<StatementSyntax> SCRIPT_LANGUAGE = Param.oneOf("script-language", StatementSyntax.class)
            .byDefault(StatementSyntax.XQUERY).changing(REOPEN)
            .help("What statements of your own are written in: xquery, or javascript, each as the server evaluates it.");

    static final Param<Authentication> AUTHENTICATION = Param.oneOf("authentication", Authentication.class)
            .byDefault(Authentication.DIGEST).changing(REOPEN)
            .help("How the user logs in, as the servers at these ports are set up; basic sends the password itself, so "
                    + "set tls to true with it.");

    static final Param<Long> SHARDS = Param.count("shards").orElse("one per host").atLeast(1).atMost(999)
            .changing(REBUILD).alias("forest-count")
            .help("Forests of the database, placed on the cluster's hosts in turn.").asMain();

    static final Param<Path> DIRECTORY = Param.path(Driver.DIRECTORY).reaching(Reach.DATA)
            .orElse(AS_IT_IS).changing(REBUILD)
            .alias("forest-directory", "", Map.of("", AS_IT_IS))
            .help("Folder on the server's hosts under which it makes the forests; it must exist there.");

    static final Param<Long> MEMTABLE = Param.size("memtable").orElse(AS_IT_IS).atLeast(1 << 20).atMost(1L << 36)
            .changing(REBUILD).alias("tree-size", "MiB", Map.of())
            .help("Memory of each forest for new fragments (in-memory-tree-size), in whole MiB; when it is full, it is "
                    + "written out as a stand.").asMain();

    static final Param<Long> COMPACTION_RATIO = Param.count("compaction-ratio").orElse(AS_IT_IS).atLeast(1).atMost(1000)
            .changing(REBUILD).alias("merge-ratio")
            .help("A stand is merged when it is not this many times as large as the smaller ones together "
                    + "(merge-min-ratio); a higher ratio merges more often.");

    static final Param<Long> BACKGROUND_IO_LIMIT = Param.byteRate("background-io-limit").orElse(AS_IT_IS).atLeast(0)
            .changing(REBUILD).alias("io-limit", "MiB/s", Map.of())
            .help("Most that the background work of each host reads and writes (background-io-limit of its group), in "
                    + "whole MiB/s; 0: unlimited. It holds for all databases, and is put back afterwards.");

    static final Param<Long> TASK_SERVER_THREADS = Param.count("task-server-threads").orElse(AS_IT_IS).atLeast(1)
            .atMost(256).changing(REBUILD)
            .help("Threads of each host's task server. To change them restarts the server, before the iteration and, "
                    + "when they are put back, after it.");

    static final Param<Path> XCC_JAR = Param.path("xcc-jar").reaching(Reach.JAR).orElse("none").changing(REOPEN)
            .help("MarkLogic's XCC library, a jar that its maker offers under a licence of its own; with it there are "
                    + "the styles of the protocol xcc, unless certificates are to be checked, which it is not known to "
                    + "do in full.");

    static final Param<Long> XCC_PORT = port("xcc-port", 8000,
            "The port of a server that XCC speaks to, on the same host.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(MANAGE_PORT, ADMIN_PORT, AUTHENTICATION, DATABASE, SCRIPT_LANGUAGE, SHARDS, DIRECTORY, MEMTABLE, COMPACTION_RATIO,
                    BACKGROUND_IO_LIMIT, TASK_SERVER_THREADS, XCC_JAR, XCC_PORT));

    private MarkLogicParams() {}

    private static Param<Long> port(String name, long number, String help) {
        return Param.count(name).byDefault(number).atLeast(1).atMost(LARGEST_PORT).changing(REOPEN).help(help);
    }
}
