package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of INFO. */
class ServerInfoTest {

    /** A replica that is given its first copy has confirmed nothing, and would be as far behind as the primary is old. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "unknown", value = {
        "state=online,offset=11999000,lag=0 | state=online,offset=11998000,lag=1  | 2000",
        "state=online,offset=11999000,lag=0 | state=wait_bgsave,offset=0,lag=9    | 1000",
        "state=send_bulk,offset=0,lag=0     | state=online,offset=0,lag=0         | unknown",
    })
    void replicasAreBehindByWhatTheyHaveNotConfirmed(String one, String other, Double behind) {
        ServerInfo info = ServerInfo.parse("master_repl_offset:12000000\r\nslave0:ip=127.0.0.1,port=7001," + one.strip()
                + "\r\nslave1:ip=127.0.0.1,port=7002," + other.strip() + "\r\n");
        assertThat(info.reading("", 0).gauges().get("replica-behind")).isEqualTo(behind);
    }
}
