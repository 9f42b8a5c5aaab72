package dev.tidemark.driver.jdbc;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.jdbc.ClientJars;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Values;

/** The user's JDBC driver. */
final class ClientLibrary implements AutoCloseable {

    private final ClientJars jars;
    private final Driver driver;
    private final String url;
    private final Properties properties;
    private final Properties hidden;

    private ClientLibrary(ClientJars jars, Driver driver, String url, Properties properties, Properties hidden) {
        this.jars = jars;
        this.driver = driver;
        this.url = url;
        this.properties = properties;
        this.hidden = hidden;
    }

    /**
     * @throws DriverException       when there is no driver where the settings say
     * @throws InvalidInputException when the settings themselves are wrong
     */
    static ClientLibrary load(Values values, Secrets secrets) throws DriverException {
        ClientJars jars = ClientJars.open(values, "the database's JDBC driver");
        try {
            return load(values, secrets, jars);
        } catch (DriverException | RuntimeException e) {
            jars.close();
            throw e;
        }
    }

    private static ClientLibrary load(Values values, Secrets secrets, ClientJars jars) throws DriverException {
        String url = url(values);
        Properties properties = properties(values.find(JdbcParams.PROPERTIES).orElse(""),
                pair -> "properties: '" + pair + "' is no property; write NAME=VALUE");
        Optional<SecretRef> secretProperties = values.find(JdbcParams.SECRET_PROPERTIES);
        Properties hidden = properties(secretProperties.map(secrets::reveal).orElse(""),
                _ -> "secret-properties: what " + secretProperties.orElseThrow()
                + " holds is not written NAME=VALUE; NAME=VALUE");
        Optional<String> named = values.find(JdbcParams.DRIVER_CLASS);
        Driver driver = named.isPresent() ? named(jars.loader(), named.get(), jars.place())
                : found(jars.loader(), url, jars.place());
        return new ClientLibrary(jars, driver, url, properties, hidden);
    }

    private static String url(Values values) {
        String url = values.find(JdbcParams.URL).orElseThrow(() -> new InvalidInputException(
                "url: say where the database is, as its JDBC driver has it: jdbc:…"));
        return url.replace(JdbcParams.ADDRESS_PLACE, values.get(JdbcParams.ADDRESS));
    }

    private static Properties properties(String text, UnaryOperator<String> complaint) {
        Properties all = new Properties();
        for (String pair : SqlParams.split(text)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new InvalidInputException(complaint.apply(pair));
            }
            all.setProperty(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
        }
        return all;
    }

    private static Driver named(ClassLoader loader, String name, Path place) throws DriverException {
        try {
            return (Driver) loader.loadClass(name).getConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            throw new DriverException("driver-class: " + name + " in " + place + " is no JDBC driver", e);
        }
    }

    private static Driver found(ClassLoader loader, String url, Path place) throws DriverException {
        List<String> seen = new ArrayList<>();
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (driver.getClass().getClassLoader() == loader) {
                if (takes(driver, url)) {
                    return driver;
                }
                seen.add(driver.getClass().getName());
            }
        }
        throw new DriverException(seen.isEmpty()
                ? "driver-jar: " + place + " names no JDBC driver; set driver-class to its class"
                : "url: " + String.join(", ", seen) + " does not take '" + url + "'");
    }

    private static boolean takes(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }

    Connection connect(ConnectionSettings settings) throws SQLException {
        Properties all = new Properties();
        all.putAll(properties);
        all.putAll(hidden);
        settings.user().ifPresent(user -> all.setProperty("user", user));
        settings.password().ifPresent(password -> all.setProperty("password", password));
        Connection connection = connect(all);
        if (connection == null) {
            throw new SQLException(driver.getClass().getName() + " does not take '" + url + "'");
        }
        return connection;
    }

    /** Failures are told without what is hidden, which some drivers repeat. */
    private Connection connect(Properties all) throws SQLException {
        try {
            return driver.connect(url, all);
        } catch (SQLException e) {
            String message = String.valueOf(e.getMessage());
            String safe = hidden.stringPropertyNames().stream().map(hidden::getProperty)
                    .filter(secret -> !secret.isEmpty()).reduce(message, (text, secret) -> text.replace(secret, "***"));
            throw safe.equals(message) ? e : new SQLException(safe, e.getSQLState(), e.getErrorCode());
        }
    }

    @Override
    public void close() {
        jars.close();
    }
}
