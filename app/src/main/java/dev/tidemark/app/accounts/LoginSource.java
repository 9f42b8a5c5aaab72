package dev.tidemark.app.accounts;

/**
 * Where an attempt to log in comes from.
 *
 * @param address by which clients are distinguished: an IPv4 address, or the network of 64 bits of an IPv6 address
 * @param shared  whether many people may stand behind it, as where a proxy does not tell for whom it asks
 * @param browser what a browser shows to be known again, as {@link Login.LoggedIn} gave it; empty for none
 */
public record LoginSource(String address, boolean shared, String browser) {}
