package dev.tidemark.core.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OptionFileTest {

    @Test
    void optionsStandInSectionsUnderNamesThatAreWrittenInSeveralWays() {
        OptionFile file = OptionFile.of("""
                stray = 1
                # no option
                ; nor this
                !includedir /etc
                [client]
                 host=db1\s
                ssl-ca = "/a b.pem"
                password = 'a=b#c'
                skip_name
                empty =
                [ other ]
                host = db2
                [client]
                port = 1
                """);
        assertThat(file.get("client", "host")).contains("db1");
        assertThat(file.get("client", "SSL_CA")).contains("/a b.pem");
        assertThat(file.get("client", "password")).contains("a=b#c");
        assertThat(file.get("client", "skip-name")).contains("");
        assertThat(file.get("client", "empty")).contains("");
        assertThat(file.get("client", "port")).contains("1");
        assertThat(file.get("other", "host")).contains("db2");
        assertThat(file.get("other", "port")).isEmpty();
        assertThat(file.get("none", "host")).isEmpty();
        assertThat(file).hasToString("[client, other]");
    }
}
