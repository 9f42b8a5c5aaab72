package dev.tidemark.app.accounts;

import dev.tidemark.store.accounts.Role;

/**
 * On whose behalf something is asked.
 *
 * @param name name of the account or of the token
 * @param role what may be done
 */
public record Principal(String name, Role role) {}
