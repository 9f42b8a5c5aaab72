package dev.tidemark.store.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a role may do that needs another. */
class RoleTest {

    @Test
    void administratorsMayDoAllAndReadersOnlyRead() {
        assertThat(Role.ADMINISTRATOR.covers(Role.ADMINISTRATOR)).isTrue();
        assertThat(Role.ADMINISTRATOR.covers(Role.READER)).isTrue();
        assertThat(Role.READER.covers(Role.READER)).isTrue();
        assertThat(Role.READER.covers(Role.ADMINISTRATOR)).isFalse();
    }
}
