package dev.tidemark.app;

import dev.tidemark.store.Role;

/**
 * On whose behalf something is asked.
 *
 * @param name name of the account or of the token
 * @param role what may be done
 */
public record Who(String name, Role role) {}
