package dev.tidemark.web.notify;

import module java.base;

/**
 * Who is told when a job is over.
 *
 * @param hooks   addresses, or where such are kept that are secrets
 * @param mail    how mail is sent; empty for none
 * @param address under which people reach this server; empty for the one that it listens at
 */
public record Notifications(List<String> hooks, Optional<MailOptions> mail, Optional<String> address) {

    public static final Notifications NONE = new Notifications(List.of(), Optional.empty(), Optional.empty());

    public Notifications {
        hooks = List.copyOf(hooks);
    }
}
