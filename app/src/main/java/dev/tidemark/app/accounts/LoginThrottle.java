package dev.tidemark.app.accounts;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * Makes guessing slow: after a few failed logins each further one has to wait, twice as long each time. Counted by
 * account and source together, so that nobody's failures hold up an account's owner elsewhere; by address, so that one
 * machine cannot try many accounts; and by account, so that very many machines cannot guess one password together. A
 * browser with which an account's owner has logged in before is counted by itself, whatever others do.
 */
final class LoginThrottle {

    private static final Rule OF_SOURCE = new Rule(3, Duration.ofMinutes(15), false);
    /** Its owner may stand behind the same proxy as who guesses. */
    private static final Rule OF_SHARED = new Rule(3, Duration.ofMinutes(1), false);
    private static final Rule OF_BROWSER = new Rule(10, Duration.ofMinutes(1), false);
    private static final Rule OF_ADDRESS = new Rule(10, Duration.ofMinutes(15), false);
    /** More than one source can fail within an hour under the rules above, shared or not. */
    private static final Rule OF_ACCOUNT = new Rule(100, Duration.ofMinutes(1), true);

    /** After so long a count is forgotten. */
    private static final Duration FORGOTTEN = Duration.ofHours(1);

    /** The most that is remembered of each kind; what failed longest ago goes first. */
    private static final int MOST = 10_000;

    /**
     * @param free    failures that cost nothing
     * @param longest wait
     * @param hourly  whether the count is forgotten an hour after its first failure; otherwise an hour after the last
     */
    private record Rule(int free, Duration longest, boolean hourly) {
        Duration wait(int failures) {
            if (failures < free) {
                return Duration.ZERO;
            }
            Duration doubled = Duration.ofSeconds(1L << Math.min(failures - free, 20));
            return doubled.compareTo(longest) < 0 ? doubled : longest;
        }
    }

    /** @param before when the last but one was */
    private record Failures(int count, long first, long last, long before) {

        Failures andAnother(long now) {
            return new Failures(count + 1, first, now, last);
        }

        /** It was none after all, and nobody waits for it. */
        Failures butTheLast() {
            return new Failures(Math.max(0, count - 1), first, before, before);
        }
    }

    /** What failures of one attempt count for. */
    private record Count(Map<String, Failures> all, String who, Rule rule, boolean endedBySuccess) {}

    private final Clock clock;
    private final Map<String, Failures> bySource = new LinkedHashMap<>();
    private final Map<String, Failures> byBrowser = new LinkedHashMap<>();
    private final Map<String, Failures> byAddress = new LinkedHashMap<>();
    private final Map<String, Failures> byAccount = new LinkedHashMap<>();

    LoginThrottle(Clock clock) {
        this.clock = clock;
    }

    /**
     * Begins an attempt, which counts as failed until {@link #succeeded} says otherwise: so attempts that run side by
     * side count, too.
     *
     * @param browser the number of a browser that the account's owner has logged in with before
     * @return how long to wait before trying again; zero when it may go on now
     */
    synchronized Duration begin(String account, LoginSource from, Optional<String> browser) {
        List<Count> counts = counts(account, from, browser);
        Duration wait = counts.stream().map(this::left).max(Duration::compareTo).orElseThrow();
        if (wait.isZero()) {
            counts.forEach(this::count);
        }
        return wait;
    }

    /**
     * The account's failures there are forgotten; the address's are not, lest an account of one's own cover guessing.
     */
    synchronized void succeeded(String account, LoginSource from, Optional<String> browser) {
        for (Count count : counts(account, from, browser)) {
            if (count.endedBySuccess()) {
                count.all().remove(count.who());
            } else {
                count.all().computeIfPresent(count.who(), (who, failures) -> failures.butTheLast());
            }
        }
    }

    private List<Count> counts(String account, LoginSource from, Optional<String> browser) {
        if (browser.isPresent()) {
            return List.of(new Count(byBrowser, account + '\n' + browser.get(), OF_BROWSER, true));
        }
        List<Count> counts = new ArrayList<>();
        counts.add(new Count(bySource, account + '\n' + from.address(), from.shared() ? OF_SHARED : OF_SOURCE, true));
        counts.add(new Count(byAccount, account, OF_ACCOUNT, false));
        if (!from.shared()) {
            counts.add(new Count(byAddress, from.address(), OF_ADDRESS, false));
        }
        return counts;
    }

    /** How many counts. */
    synchronized int remembered() {
        return bySource.size() + byBrowser.size() + byAddress.size() + byAccount.size();
    }

    private Duration left(Count count) {
        Failures before = count.all().get(count.who());
        if (before == null) {
            return Duration.ZERO;
        }
        long now = clock.nanoTime();
        if (now - (count.rule().hourly() ? before.first() : before.last()) >= FORGOTTEN.toNanos()) {
            count.all().remove(count.who());
            return Duration.ZERO;
        }
        Duration left = count.rule().wait(before.count()).minusNanos(now - before.last());
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void count(Count count) {
        long now = clock.nanoTime();
        Failures before = count.all().remove(count.who()); // put again, so that the oldest stands first
        count.all().put(count.who(), before == null ? new Failures(1, now, now, now) : before.andAnother(now));
        if (count.all().size() > MOST) {
            Iterator<String> oldest = count.all().keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
