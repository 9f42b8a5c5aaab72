package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HostileServerContract;

class RedisHostileServerTest extends HostileServerContract {

    private static final String BLOCK = "x".repeat(1 << 16);

    private static final List<Answer> ANSWERS = List.of(Answer.of("+OK\r\n"), Answer.of(":1\r\n"), Answer.of("$-1\r\n"),
            Answer.of("*0\r\n"), Answer.of("*-1\r\n"), Answer.of("$2147483647\r\n"), Answer.of("*2147483647\r\n"),
            Answer.of("$99999999999999999999\r\n"), Answer.of("*99999999999\r\n"), Answer.of("$-99\r\n"),
            Answer.of("*x\r\n"), Answer.of(":x\r\n"), Answer.of("?\r\n"), Answer.of("%2147483647\r\n"),
            Answer.of("*1\r\n".repeat(100_000)), Answer.of("*2\r\n:1\r\n".repeat(100_000)), Answer.of("-ERR no\r\n"),
            Answer.of("-\r\n"), Answer.of("-MOVED x\r\n"), Answer.of("-MOVED 1 127.0.0.1:1\r\n"),
            Answer.of("-LOADING\r\n"), Answer.of("$3\r\nab"),
            Answer.of("$8\r\n\u001b[2J\r\nab\r\n"), Answer.of("+\u001b]0;x\u0007\r\n"),
            Answer.of("*2\r\n$1\r\n0\r\n*1\r\n+OK\r\n"), Answer.of("HTTP/1.1 400 Bad Request\r\n\r\n"),
            Answer.of("$24\r\nredis_version:x\r\nused_m:\r\n"), new Answer("", "", true),
            new Answer("$5\r\n", "", true), new Answer("+", BLOCK, false),
            new Answer("-", BLOCK, false), new Answer("$67000000\r\n", BLOCK, false),
            new Answer("*1000000000\r\n", "*1000\r\n", false), new Answer("*2000000000\r\n", ":1\r\n", false),
            new Answer("*2000000\r\n", "$0\r\n\r\n", false));

    @Override
    protected Driver driver() {
        return new RedisDriver();
    }

    @Override
    protected List<String> settings(String password) {
        return List.of();
    }

    @Override
    protected Answer answer(Random random) {
        return random.nextInt(4) == 0 ? Answer.of("+OK\r\n") : oneOf(random, ANSWERS);
    }
}
