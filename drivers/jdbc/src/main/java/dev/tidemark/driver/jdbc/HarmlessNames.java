package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Types;

/**
 * What of a JDBC URL and of connection properties may be written down. They are stored and shown, and JDBC drivers have
 * a thousand names for secrets; so a name is taken only where it is known to be that of none, in whatever form of URL
 * it stands. All others have a place in the setting {@code secret-properties}.
 */
final class HarmlessNames {

    /** Without case, hyphens, underscores and dots, in which drivers differ. */
    private static final Set<String> KNOWN = Set.of((
            // who, where and what
            "user username uid database databasename dbname db schema currentschema catalog defaultschema warehouse "
            + "role account host hostname port portnumber servername server instancename instance protocol dbsport "
            + "informixserver httppath localdatacenter datacenter networkprotocol "
            // how the session begins
            + "applicationname appname programname clientapplicationinformation applicationintent readonly mode tmode "
            + "charset characterencoding useunicode encoding characterset collation connectioncollation dblocale "
            + "clientlocale delimident timezone servertimezone connectiontimezone forceconnectiontimezonetosession "
            + "autocommit stringtype targetservertype loadbalancehosts autosave ansimode datestyle "
            // TLS, where it only says whether, and in which file
            + "ssl sslmode usessl requiressl encrypt sslconnection trustservercertificate verifyservercertificate "
            + "hostnameincertificate sslrootcert sslcert sslkey sslfactory sslprotocol sslprotocols "
            + "enabledtlsprotocols tlsversions serversslcert truststore truststoretype keystore "
            + "keystoretype sslversion sslserverdnmatch "
            + "oraclenetsslserverdnmatch oraclenetsslversion walletlocation oraclenetwalletlocation tnsadmin "
            + "oraclenettnsadmin security sslservercertdn cn ou o c l st dc "
            // how long and how much at a time
            + "connecttimeout connectiontimeout connectretries sockettimeout logintimeout querytimeout locktimeout "
            + "canceltimeout cancelsignaltimeout busytimeout statementtimeout tcpkeepalive keepalive tcpnodelay "
            + "sendbuffersize receivebuffersize packetsize fetchsize defaultfetchsize defaultrowfetchsize "
            + "defaultrowprefetch oraclejdbcdefaultrowprefetch oraclejdbcreadtimeout oraclenetconnecttimeout "
            + "oraclenetoutboundconnecttimeout retrycount retrydelay transportconnecttimeout maxreconnects "
            // how statements go over the wire
            + "preparethreshold preparedstatementcachequeries preparedstatementcachesizemib preferquerymode "
            + "binarytransfer rewritebatchedstatements rewritebatchedinserts usebulkstmts "
            + "usebulkstmtsforinserts useserverprepstmts cacheprepstmts prepstmtcachesize prepstmtcachesqllimit "
            + "usecompression compress usecursorfetch usecursors allowmultiqueries allowlocalinfile autoreconnect "
            + "useaffectedrows tinyint1isbit usemysqlmetadata cacheserverconfiguration uselocalsessionstate "
            + "elidesetautocommits maintaintimestats sendstringparametersasunicode selectmethod responsebuffering "
            + "multisubnetfailover statementpoolingcachesize disablestatementpooling preparemethod sendtimeasdatetime "
            + "usebulkcopyforbatchinsert integratedsecurity progressivestreaming deferprepares "
            // embedded engines and their servers
            + "dbclosedelay dbcloseonexit ifexists autoserver cachesize lockmode writedelay tracelevelfile "
            + "tracelevelsystemout databasetoupper databasetolower caseinsensitiveidentifiers nonkeywords "
            + "defaultnullordering accessmodedata create journalmode synchronous foreignkeys cache hsqldbtx "
            // Oracle's descriptors
            + "description descriptionlist addresslist address connectdata servicename sid servertype loadbalance "
            + "failover failovermode type method retries delay expiretime enable sdu tdu sourceroute")
            .split(" "));

    /** What stands behind jdbc: where it is known which parts of the rest are secrets. */
    private static final Set<String> PROTOCOLS = Set.of((
            "postgresql redshift pgsql mysql mariadb oracle sqlserver jtds sybase db2 as400 informix-sqli informix "
            + "h2 hsqldb derby sqlite duckdb firebirdsql firebird sap snowflake teradata trino presto clickhouse ch "
            + "vertica exa databricks spark hive2 impala bigquery awsathena athena neo4j mongodb cassandra ingres iris "
            + "netezza monetdb ignite phoenix crate opengauss kingbase8 dm oceanbase cubrid singlestore")
            .split(" "));
    /** Of drivers that hand the rest on to another one. */
    private static final Pattern WRAPPER = Pattern.compile("(?i)^jdbc:(?:aws-wrapper|p6spy|otel|log4jdbc):");
    private static final Pattern PROTOCOL = Pattern.compile("(?i)jdbc:([^:]*):.*", Pattern.DOTALL);
    /** A URL as most are: hosts, a path, and parameters with names, of which each is looked at. */
    private static final Pattern USUAL = Pattern.compile("(?i)jdbc:[a-z0-9_+.-]+:(//)?(HOST(,HOST)*)?"
            .replace("HOST", "(([\\w.-]+|\\[[0-9a-f:]+])(:[0-9]+)?|\\{address})")
            + "(/[\\w.$~-]*)*([?;&][^=?;&]+=[^?;&]*)*;?");

    private static final Pattern NAME = Pattern.compile("([^\\s?;&,:/()@={}\"']*)\\s*=");
    private static final Pattern ENCODED = Pattern.compile("%([2-7][0-9a-fA-F])");
    private static final Pattern USER = Pattern.compile("(?i)\\b(?:user|username|uid)\\s*=[^?;&,)]*[:/]");

    /** What may stand before an @: nothing, a name alone, or another parameter and the beginning of its value. */
    private static final Pattern BEFORE_AT = Pattern.compile(
            "(?i)jdbc:(?:[a-z0-9+-]+:)+(?://[\\w.$-]*)?|jdbc:oracle:(?:thin|oci8?):[\\w.$-]*|.*=[^=:/?;&,()@]*");

    private static final String ELSEWHERE = " would be stored and shown; set 'secret-properties' to where it is kept";
    private static final String UNKNOWN = "in a URL of a JDBC driver that is not known, only HOST:PORT/DATABASE and "
            + "parameters are taken: the rest" + ELSEWHERE;
    private static final String LOGIN =
            "a password in here would be stored and shown; set 'user', and 'password' to where it is kept";

    private HarmlessNames() {}

    /** Of JDBC's URLs. */
    static ParamType<String> url() {
        return Types.text(text -> wrong(text).or(() -> isUsual(text) ? Optional.empty() : Optional.of(UNKNOWN)));
    }

    /** Of properties, {@code NAME=VALUE; NAME=VALUE}. */
    static ParamType<String> properties() {
        return Types.text(text -> SqlParams.split(text).stream().flatMap(pair -> wrong(pair).stream()).findFirst());
    }

    private static boolean isUsual(String whole) {
        String url = WRAPPER.matcher(whole).replaceFirst("jdbc:");
        Matcher protocol = PROTOCOL.matcher(url);
        return !protocol.matches() ? url.indexOf(':') == url.lastIndexOf(':')
                : PROTOCOLS.contains(protocol.group(1).toLowerCase(Locale.ROOT)) || USUAL.matcher(url).matches();
    }

    /** Complains of what may be a secret, without repeating any, and of one that is so only once it is decoded. */
    private static Optional<String> wrong(String text) {
        String decoded = ENCODED.matcher(text).replaceAll(
                m -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(m.group(1), 16))));
        return wrongAsItIs(text).or(() -> decoded.equals(text) ? Optional.empty() : wrong(decoded));
    }

    private static Optional<String> wrongAsItIs(String text) {
        if (isLogin(text)) {
            return Optional.of(LOGIN);
        }
        return NAME.matcher(text).results().map(found -> found.group(1)).filter(name -> !isKnown(name)).findFirst()
                .map(name -> (name.isEmpty() ? "what stands before a =" : name) + ELSEWHERE);
    }

    private static boolean isLogin(String text) {
        return USER.matcher(text).find() || IntStream.range(0, text.length()).filter(i -> text.charAt(i) == '@')
                .anyMatch(at -> !BEFORE_AT.matcher(text.substring(0, at)).matches());
    }

    private static boolean isKnown(String name) {
        return KNOWN.contains(name.toLowerCase(Locale.ROOT).replaceAll("[-_.]", ""));
    }
}
