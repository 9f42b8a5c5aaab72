package dev.tidemark.rig.mariadb;

import module java.base;
import dev.tidemark.core.rig.ServerPlace;

/**
 * The statements that make the server's own tables in an empty folder, as its script {@code mariadb-install-db} reads
 * them to {@code mariadbd --bootstrap}. That script does not take paths with spaces. Accounts of others, which would
 * need no password, are left out.
 */
final class Bootstrap {

    private static final List<String> SCRIPTS = List.of("mariadb_system_tables.sql", "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql");

    private Bootstrap() {}

    static String sql(ServerPlace place, String user) throws IOException {
        StringBuilder all = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n");
        for (String script : SCRIPTS) {
            all.append(Files.readString(place.program().resolve("share").resolve(script))).append('\n');
        }
        return all.append("DELETE FROM mysql.global_priv WHERE User IN ('root', '');\n")
                .append("DELETE FROM mysql.proxies_priv;\n")
                .append("INSERT INTO mysql.global_priv VALUES ('").append(ServerPlace.HOST).append("', '").append(user)
                .append("', '{\"access\":18446744073709551615,\"plugin\":\"mysql_native_password\",")
                .append("\"authentication_string\":\"*").append(stored(place.readPassword())).append("\"}');\n")
                .toString();
    }

    /** As the server stores a password: SHA-1 of SHA-1. */
    private static String stored(String password) {
        byte[] once = sha1(password.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(sha1(once)).toUpperCase(Locale.ROOT);
    }

    static byte[] sha1(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads a file of statements to the server. @param data the empty folder */
    static List<String> command(ServerPlace place, Path configuration, Path data, Path sql) {
        return List.of("/bin/sh", "-c", "exec \"$0\" --defaults-file=\"$1\" --datadir=\"$2\" --bootstrap < \"$3\"",
                MariaDbRig.server(place), configuration.toString(), data.toString(), sql.toString());
    }
}
