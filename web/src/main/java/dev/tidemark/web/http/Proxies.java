package dev.tidemark.web.http;

import module java.base;
import dev.tidemark.app.accounts.LoginSource;
import dev.tidemark.core.os.Network;
import dev.tidemark.core.param.InvalidInputException;

/**
 * The reverse proxies whose word is taken for where a request comes from, by the header X-Forwarded-For. Each proxy
 * adds the address that asked it at the right; what stands left of an address that is no trusted proxy's was written by
 * nobody who is trusted.
 */
public final class Proxies {

    public static final Proxies NONE = new Proxies(List.of());

    static final String HEADER = "X-Forwarded-For";

    /** An address as headers have it: a port may follow, and IPv6 may stand in brackets. */
    private static final Pattern WRITTEN = Pattern.compile(
            "\\[([^\\]]+)](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}|([^\\[\\]]+)");
    private static final int NETWORK_BYTES = 8;

    private final List<Network> trusted;

    private Proxies(List<Network> trusted) {
        this.trusted = trusted;
    }

    /**
     * @param ranges addresses, and ranges of them as {@code 10.0.0.0/24}
     * @throws InvalidInputException when one is neither
     */
    public static Proxies of(List<String> ranges) {
        return new Proxies(ranges.stream().map(r -> Network.parse(r).orElseThrow(
                () -> new InvalidInputException("'" + r + "' is no address of a proxy; write it as "
                        + Network.EXAMPLE)))
                .toList());
    }

    /** An address as headers have it. */
    private static Optional<InetAddress> literal(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        return !written.matches() ? Optional.empty() : Network.literal(Optional.ofNullable(written.group(1))
                .or(() -> Optional.ofNullable(written.group(2))).orElseGet(() -> written.group(3)));
    }

    private boolean trusts(InetAddress address) {
        return trusted.stream().anyMatch(r -> r.contains(address));
    }

    /**
     * Where a request comes from.
     *
     * @param peer      the address of the other end of the connection
     * @param forwarded what the request's headers X-Forwarded-For say, in their order
     * @param browser   what the browser shows to be known again
     */
    LoginSource source(String peer, List<String> forwarded, String browser) {
        Optional<InetAddress> at = literal(peer);
        if (at.isEmpty()) {
            return new LoginSource(peer, true, browser);
        }
        InetAddress last = at.get();
        if (!trusts(last)) {
            return new LoginSource(key(last), last.isLoopbackAddress(), browser); // whoever it may be a proxy of
        }
        for (String hop : nearestFirst(forwarded)) {
            Optional<InetAddress> before = literal(hop);
            if (before.isEmpty()) {
                break;
            }
            last = before.get();
            if (!trusts(last)) {
                return new LoginSource(key(last), false, browser);
            }
        }
        return new LoginSource(key(last), true, browser);
    }

    private static List<String> nearestFirst(List<String> forwarded) {
        List<String> hops = new ArrayList<>();
        forwarded.forEach(header -> hops.addAll(Arrays.asList(header.split(","))));
        return hops.reversed();
    }

    /** One line of IPv6 has a network of addresses to itself. */
    private static String key(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address.getHostAddress();
        }
        StringBuilder network = new StringBuilder();
        for (int i = 0; i < NETWORK_BYTES; i += 2) {
            network.append(String.format(Locale.ROOT, "%02x%02x:", address.getAddress()[i],
                    address.getAddress()[i + 1]));
        }
        return network.append(":/64").toString();
    }
}
