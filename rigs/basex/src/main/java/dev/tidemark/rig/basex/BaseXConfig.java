package dev.tidemark.rig.basex;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.JavaServer;
import dev.tidemark.core.rig.ServerPlace;

/** The server's configuration files, and the options of its JVM. */
final class BaseXConfig {

    /** Nothing but REST: neither pages nor files of a web application, and no scanning of jars for them. */
    static final String WEB = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- Written by Tidemark at each start. -->
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="5.0" metadata-complete="true">
              <listener>
                <listener-class>org.basex.http.SessionListener</listener-class>
              </listener>
              <listener>
                <listener-class>org.basex.http.ServletListener</listener-class>
              </listener>
              <servlet>
                <servlet-name>REST</servlet-name>
                <servlet-class>org.basex.http.rest.RESTServlet</servlet-class>
              </servlet>
              <servlet-mapping>
                <servlet-name>REST</servlet-name>
                <url-pattern>/rest/*</url-pattern>
              </servlet-mapping>
              <servlet>
                <servlet-name>default</servlet-name>
                <init-param>
                  <param-name>dirAllowed</param-name>
                  <param-value>false</param-value>
                </init-param>
              </servlet>
            </web-app>
            """;

    /** Its document type is read from Jetty's own jar. */
    private static final String JETTY = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://www.eclipse.org/jetty/configure_10_0.dtd">
            <!-- Written by Tidemark at each start. -->
            <Configure id="Server" class="org.eclipse.jetty.server.Server">
              <Call name="addConnector">
                <Arg>
                  <New class="org.eclipse.jetty.server.ServerConnector">
                    <Arg><Ref refid="Server"/></Arg>
            %s        <Set name="host">%s</Set>
                    <Set name="port">%d</Set>
                    <Set name="reuseAddress">true</Set>
                  </New>
                </Arg>
              </Call>
            </Configure>
            """;
    private static final String KEYS = """
                    <Arg>
                      <New class="org.eclipse.jetty.util.ssl.SslContextFactory$Server">
                        <Set name="keyStoreType">PKCS12</Set>
                        <Set name="keyStorePath">%s</Set>
                        <Set name="keyStorePassword">%s</Set>
                      </New>
                    </Arg>
            """;
    private static final String USERS = """
            <users>
              <user name="%1$s" permission="admin">
                <password algorithm="digest">
                  <hash>%2$s</hash>
                </password>
                <password algorithm="salted-sha256">
                  <salt>%3$s</salt>
                  <hash>%4$s</hash>
                </password>
              </user>
            </users>
            """;
    /** What the protocol of the clients mixes with the name of a user and his password. */
    private static final String REALM = "BaseX";

    private BaseXConfig() {}

    /**
     * The static options of the server, which adds those that are left out.
     *
     * @param clients the port for clients of its own protocol; empty for none, as that is never encrypted
     */
    static String options(Values values, Path home, OptionalInt clients) {
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put("DBPATH", home.resolve("data"));
        lines.put("REPOPATH", home.resolve("repo"));
        lines.put("WEBPATH", home.resolve("web"));
        lines.put("SERVERHOST", ServerPlace.HOST);
        lines.put("SERVERPORT", clients.orElse(0));
        lines.put("HTTPLOCAL", clients.isEmpty());
        lines.put("STOPPORT", 0); // who reaches it could stop the server without a password
        lines.put("PARALLEL", values.get(BaseXParams.READERS));
        lines.put("LOG", values.get(BaseXParams.LOG) ? "data" : "");
        return lines.entrySet().stream().map(line -> line.getKey() + " = " + line.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** @param keys where the server's key is, if it needs one */
    static String jetty(ServerPlace place, Path keys, String password) {
        return String.format(Locale.ROOT, JETTY, place.tls().isEmpty() ? ""
                : String.format(Locale.ROOT, KEYS, xml(keys.toString()), xml(password)),
                ServerPlace.HOST, place.port());
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    /** One user, who may do everything. See "User Management" of BaseX. */
    static String users(String user, String password) {
        String salt = UUID.randomUUID().toString();
        return String.format(Locale.ROOT, USERS, user, digest("MD5", user + ":" + REALM + ":" + password), salt,
                digest("SHA-256", salt + password));
    }

    private static String digest(String algorithm, String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(
                    text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> jvm(Values values, Path home) {
        List<String> options = new ArrayList<>(JavaServer.heap(values.get(BaseXParams.HEAP)));
        options.addAll(List.of("-XX:+UseG1GC", "-Dorg.basex.path=" + home,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
        options.addAll(JavaServer.USUAL);
        return options;
    }
}
