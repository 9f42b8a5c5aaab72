package dev.tidemark.cli;

import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class RedisApiTroubleTest extends ApiTroubleContract {

    @Override
    String rig() {
        return "redis";
    }

    @Override
    String wrongPassword() {
        return "WRONGPASS invalid username-password pair or user is disabled.";
    }

    @Override
    List<String> noDatabase() {
        return List.of("--database", "99");
    }

    @Override
    String noDatabaseSaid() {
        return "ERR DB index is out of range";
    }

    @Override
    String noTls() {
        return "no answer to the TLS handshake; does the server speak TLS at this port?";
    }

    @Override
    List<String> styles() {
        return List.of("set", "mset", "ping");
    }
}
