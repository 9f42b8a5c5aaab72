package dev.tidemark.web.http;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Keeps a form that was sent twice, by an impatient hand or a browser that tried again, from being carried out twice.
 * Thread-safe.
 */
public final class IdempotencyTokens {

    /** The field of a form that tells it apart from every other. */
    private static final String FIELD = "once";
    private static final int REMEMBERED = 1000;

    private final Map<UUID, Long> done = new LinkedHashMap<>();

    /**
     * What came of it.
     *
     * @param result  the number that it gave
     * @param already whether it had been carried out before
     */
    public record Done(long result, boolean already) {}

    /** For a new form. */
    public static String key() {
        return UUID.randomUUID().toString();
    }

    /**
     * Carries a form out, unless just that was done: the same form with the same in it.
     *
     * @throws InvalidInputException when its key is none of ours; a form without one is carried out each time
     */
    public synchronized Done carryOut(Form form, LongSupplier action) {
        Optional<UUID> what = form.text(FIELD).map(key -> sent(key, form));
        Optional<Long> before = what.map(done::get);
        if (before.isPresent()) {
            return new Done(before.get(), true);
        }
        long result = action.getAsLong();
        what.ifPresent(w -> done.put(w, result));
        if (done.size() > REMEMBERED) {
            done.remove(done.keySet().iterator().next());
        }
        return new Done(result, false);
    }

    private static UUID sent(String key, Form form) {
        if (!key.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
            throw new InvalidInputException("this form was not issued by this server; reload the page");
        }
        return UUID.nameUUIDFromBytes(form.fields().keySet().stream().filter(n -> !n.equals(AccessFilter.TOKEN))
                .map(n -> n + "=" + form.all(n)).collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8));
    }
}
