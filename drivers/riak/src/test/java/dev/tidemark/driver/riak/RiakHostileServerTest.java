package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HostileServerContract;

class RiakHostileServerTest extends HostileServerContract {

    private static final List<String> BODIES = Stream.concat(JSON.stream(), Stream.of("not found\n",
            "{\"keys\":[7]}", "{\"keys\":[\"a\"]}".repeat(1000), "{\"error\":\"\u001b[2J\"}",
            "{\"keys\":[\"" + "k".repeat(2 << 20) + "\"]}", "{\"props\":{\"n_val\":\"x\"}}", "\r\n--x--\r\n",
            "\r\n--x\r\nLast-Modified: then\r\n\r\nv\r\n--x--", "\r\n--x".repeat(10_000))).toList();

    @Override
    protected Driver driver() {
        return new RiakDriver();
    }

    @Override
    protected List<String> settings(String password) {
        return List.of("user", "ann", "password", password);
    }

    /** A ping is answered now and then, so that more is asked. */
    @Override
    protected Answer answer(Random random) {
        return random.nextInt(3) == 0 ? Answer.of("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK")
                : overHttp(random, BODIES);
    }
}
