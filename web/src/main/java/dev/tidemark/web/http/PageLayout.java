package dev.tidemark.web.http;

import module java.base;

/**
 * What stands around every page.
 *
 * @param kind       what sort of page it is
 * @param who        who looks
 * @param loginRequired whether there is a login at all
 * @param token      for the forms on the page
 * @param said       a sentence about what was just done
 * @param assets     the addresses of style sheets and scripts
 */
public record PageLayout(Kind kind, Optional<SignedInUser> who, boolean loginRequired, String token,
        Optional<String> said, Assets assets) {

    /**
     * @param title   the page's name
     * @param section which link of the navigation it belongs to; empty for none
     * @param scripts scripts that it needs beside those of every page, in order
     */
    public record Kind(String title, String section, List<String> scripts) {
        public static Kind of(String title, String section, String... scripts) {
            return new Kind(title, section, List.of(scripts));
        }
    }

    /** A link of the navigation. @param key that leads there, behind {@code g} */
    public record NavigationEntry(String path, String name, String key) {}

    /** Where whoever looks can go. */
    public List<NavigationEntry> places() {
        if (who.isEmpty()) {
            return List.of();
        }
        return administrator() ? Navigation.ADMINISTRATOR : Navigation.READER;
    }

    /** The server's time zone, as in {@code Europe/Berlin}. */
    public String zone() {
        return TextSanitizer.zone();
    }

    public boolean administrator() {
        return who.map(SignedInUser::administrator).orElse(false);
    }

    /** Whether whoever looks is logged in under a name. */
    public boolean named() {
        return loginRequired && who.isPresent();
    }
}
