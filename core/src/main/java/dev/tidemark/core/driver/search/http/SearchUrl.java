package dev.tidemark.core.driver.search.http;

import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.InvalidInputException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a URL names an index on search servers: {@code SCHEME://HOST:PORT/INDEX}, several nodes behind commas, and
 * without the path no index.
 *
 * @param server  what people call it
 * @param schemes that its URLs have, the usual one first
 * @param port    where none is said
 * @param index   what people call an index there
 */
public record SearchUrl(String server, List<String> schemes, int port, String index) {

    private static final Pattern PARTS = Pattern.compile("[a-z]+://([^/?#@]+)(?:/([^/?#]+)?)?");

    /**
     * The settings that it says; empty where it is none of these servers'.
     *
     * @throws InvalidInputException when it says more
     */
    public Optional<Map<String, String>> settings(URI url) {
        if (!schemes.contains(url.getScheme())) {
            return Optional.empty();
        }
        Matcher parts = PARTS.matcher(url.toString());
        if (!parts.matches()) {
            throw new InvalidInputException("a URL of " + server + " is " + schemes.getFirst() + "://HOST:" + port + "/"
                    + index + "; user and password are settings");
        }
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(ConnectionParams.ADDRESS, Stream.of(parts.group(1).split(","))
                .map(node -> node.matches(".*:\\d+") ? node : node + ":" + port).collect(Collectors.joining(",")));
        if (parts.group(2) != null) {
            settings.put(SearchParams.INDEX, parts.group(2));
        }
        return Optional.of(settings);
    }
}
