package dev.tidemark.driver.jdbc;

import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Types;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

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

    private static final Pattern NAME = Pattern.compile("([^\\s?;&,:/()@={}\"']*)\\s*=");
    private static final Pattern USER = Pattern.compile("(?i)\\b(?:user|username|uid)\\s*=[^?;&,)]*[:/]");

    /** What may stand before an @: nothing, a name alone, or another parameter and the beginning of its value. */
    private static final Pattern BEFORE_AT = Pattern.compile(
            "(?i)jdbc:(?:[a-z0-9+-]+:)+(?://[\\w.$-]*)?|jdbc:oracle:(?:thin|oci8?):[\\w.$-]*|.*=[^=:/?;&,()@]*");

    private static final String ELSEWHERE = " would be stored and shown; set 'secret-properties' to where it is kept";
    private static final String LOGIN =
            "a password in here would be stored and shown; set 'user', and 'password' to where it is kept";

    private HarmlessNames() {}

    /** Of JDBC's URLs. */
    static ParamType<String> url() {
        return Types.text(HarmlessNames::wrong);
    }

    /** Of properties, {@code NAME=VALUE; NAME=VALUE}. */
    static ParamType<String> properties() {
        return Types.text(text -> Statements.split(text).stream().flatMap(pair -> wrong(pair).stream()).findFirst());
    }

    /** Complains of what may be a secret, without repeating any. */
    private static Optional<String> wrong(String text) {
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
