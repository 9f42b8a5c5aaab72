package dev.tidemark.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.accounts.LoginSource;
import dev.tidemark.core.param.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {

    private static final Proxies PROXIES = Proxies.of(List.of("127.0.0.1", "10.0.0.0/24", "2001:db8::/32"));

    private static LoginSource source(String peer, String... forwarded) {
        return PROXIES.source(peer, List.of(forwarded), "b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            127.0.0.1   | 198.51.100.7                       | 198.51.100.7
            127.0.0.1   | 203.0.113.9, 198.51.100.7          | 198.51.100.7
            127.0.0.1   | 198.51.100.7, 10.0.0.3             | 198.51.100.7
            127.0.0.1   | 6.6.6.6, 198.51.100.7, 10.0.0.3    | 198.51.100.7
            10.0.0.255  | 198.51.100.7:51234                 | 198.51.100.7
            2001:db8::1 | [2001:db9:1:2:3:4:5:6]:443         | 2001:0db9:0001:0002::/64
            10.0.1.1    | 198.51.100.7                       | 10.0.1.1
            192.0.2.1   | 127.0.0.1                          | 192.0.2.1
            """)
    void theLastAddressThatIsNoTrustedProxysCounts(String peer, String forwarded, String from) {
        assertThat(source(peer, forwarded)).isEqualTo(new LoginSource(from, false, "b"));
    }

    @Test
    void severalHeadersAreOne() {
        assertThat(source("127.0.0.1", "6.6.6.6", "198.51.100.7, 10.0.0.3").address()).isEqualTo("198.51.100.7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "unknown", "10.0.0.4", "198.51.100.7, unknown", "not an address", ",", "localhost"})
    void whoStandsBehindAProxyThatDoesNotTellIsNotKnown(String forwarded) {
        assertThat(source("127.0.0.1", forwarded).shared()).isTrue();
    }

    @Test
    void whatComesFromThisMachineMayBeAProxysThoughNoneIsTrusted() {
        assertThat(Proxies.NONE.source("127.0.0.1", List.of("198.51.100.7"), ""))
                .isEqualTo(new LoginSource("127.0.0.1", true, ""));
        assertThat(Proxies.NONE.source("0:0:0:0:0:0:0:1", List.of(), "").shared()).isTrue();
        assertThat(Proxies.NONE.source("192.0.2.1", List.of("198.51.100.7"), ""))
                .isEqualTo(new LoginSource("192.0.2.1", false, ""));
    }

    @Test
    void addressesOfOneNetworkOfIpv6AreOneSource() {
        assertThat(Proxies.NONE.source("2001:db8:1:2:aaaa::1", List.of(), ""))
                .isEqualTo(Proxies.NONE.source("2001:db8:1:2:bbbb::2", List.of(), ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129", "10.0.0"})
    void whatIsNoAddressIsNoProxy(String text) {
        assertThatThrownBy(() -> Proxies.of(List.of(text))).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("'" + text + "' is no address of a proxy");
    }
}
