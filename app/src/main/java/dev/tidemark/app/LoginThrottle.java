package dev.tidemark.app;

import dev.tidemark.core.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes guessing slow: after a few failed logins each further one has to wait, twice as long each time. Counted by
 * account, so that many machines cannot guess one password together, and by address, so that one machine cannot try
 * many accounts. An account never waits for long, lest anybody lock its owner out.
 */
final class LoginThrottle {

    private static final Rule OF_ACCOUNT = new Rule(3, Duration.ofMinutes(1));
    private static final Rule OF_ADDRESS = new Rule(10, Duration.ofMinutes(15));

    /** A count is forgotten when nothing has failed for so long. */
    private static final Duration FORGOTTEN = Duration.ofHours(1);

    /** The most accounts, and the most addresses, that are remembered; the one that failed longest ago goes first. */
    private static final int MOST = 10_000;

    /** @param free failures that cost nothing */
    private record Rule(int free, Duration longest) {
        Duration wait(int failures) {
            if (failures < free) {
                return Duration.ZERO;
            }
            Duration doubled = Duration.ofSeconds(1L << Math.min(failures - free, 20));
            return doubled.compareTo(longest) < 0 ? doubled : longest;
        }
    }

    private record Failures(int count, long last) {}

    private final Clock clock;
    private final Map<String, Failures> byAccount = new LinkedHashMap<>();
    private final Map<String, Failures> byAddress = new LinkedHashMap<>();

    LoginThrottle(Clock clock) {
        this.clock = clock;
    }

    /**
     * Begins an attempt, which counts as failed until {@link #succeeded} says otherwise: so attempts that run side by
     * side count, too.
     *
     * @return how long to wait before trying again; zero when it may go on now
     */
    synchronized Duration begin(String account, String address) {
        Duration ofAccount = left(byAccount, account, OF_ACCOUNT);
        Duration ofAddress = left(byAddress, address, OF_ADDRESS);
        Duration wait = ofAccount.compareTo(ofAddress) > 0 ? ofAccount : ofAddress;
        if (wait.isZero()) {
            count(byAccount, account, 1);
            count(byAddress, address, 1);
        }
        return wait;
    }

    /** The account's failures are forgotten; the address's are not, lest an account of one's own cover guessing. */
    synchronized void succeeded(String account, String address) {
        byAccount.remove(account);
        count(byAddress, address, -1);
    }

    /** How many accounts and addresses. */
    synchronized int remembered() {
        return byAccount.size() + byAddress.size();
    }

    private Duration left(Map<String, Failures> failures, String who, Rule rule) {
        Failures before = failures.get(who);
        if (before == null) {
            return Duration.ZERO;
        }
        long since = clock.nanoTime() - before.last();
        if (since >= FORGOTTEN.toNanos()) {
            failures.remove(who);
            return Duration.ZERO;
        }
        Duration left = rule.wait(before.count()).minusNanos(since);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void count(Map<String, Failures> failures, String who, int more) {
        Failures before = failures.remove(who); // put again, so that the oldest stands first
        int count = Math.max(0, (before == null ? 0 : before.count()) + more);
        failures.put(who, new Failures(count, clock.nanoTime()));
        if (failures.size() > MOST) {
            Iterator<String> oldest = failures.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
