package dev.tidemark.core.os;

import module java.base;

/**
 * All addresses with these first bits; one address where that is all of its bits.
 *
 * @param address its first one
 * @param bits    how many bits they have in common
 */
public record Network(InetAddress address, int bits) {

    /** How one is written. */
    public static final String EXAMPLE = "10.0.0.7, 10.0.0.0/24 or fd00::/8";

    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}");

    /** An address, or a range as {@code 10.0.0.0/24}; empty for anything else. Names are not looked up. */
    public static Optional<Network> parse(String text) {
        String[] parts = text.strip().split("/", 2);
        return literal(parts[0]).flatMap(address -> {
            int all = address.getAddress().length * Byte.SIZE;
            if (parts.length == 1) {
                return Optional.of(new Network(address, all));
            }
            return parts[1].matches("[0-9]{1,3}") && Integer.parseInt(parts[1]) <= all
                    ? Optional.of(new Network(address, Integer.parseInt(parts[1]))) : Optional.empty();
        });
    }

    /** An address as it is written in numbers; what the library would take for one beside that is none. */
    public static Optional<InetAddress> literal(String text) {
        if (text.indexOf(':') < 0 && !IPV4.matcher(text).matches()) {
            return Optional.empty(); // the library would take 10.0.0 for an address, too
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public boolean contains(InetAddress other) {
        byte[] first = address.getAddress();
        byte[] bytes = other.getAddress();
        if (bytes.length != first.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if (((first[bit / Byte.SIZE] ^ bytes[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
