package dev.tidemark.driver.jdbc;

import module java.base;
import module java.sql;
import org.h2.tools.Server;

/** A server of H2 in this process, with a database in memory for each test, which ends with its connections. */
final class H2Server {

    private static final Server SERVER = started();

    private final String url;

    private H2Server(String url) {
        this.url = url;
    }

    private static Server started() {
        try {
            System.setProperty("h2.bindAddress", "127.0.0.1");
            return Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-tcpDaemon").start();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An empty database. */
    static H2Server empty() {
        return new H2Server("jdbc:h2:tcp://{address}/mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    static Path jar() {
        try {
            return Path.of(Server.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    List<String> settings() {
        return List.of("driver-jar", jar().toString(), "address", "127.0.0.1:" + SERVER.getPort(), "url", url,
                "namespace", "bench", "user", "sa");
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection(url.replace("{address}", "127.0.0.1:" + SERVER.getPort()), "sa", "");
    }

    void execute(String text) {
        try (Connection connection = connection(); Statement statement = connection.createStatement()) {
            statement.execute(text);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    List<String> texts(String query) {
        try (Connection connection = connection(); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
