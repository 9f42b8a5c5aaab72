package dev.tidemark.web.notify;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.results.StoredHeadline.Body;
import dev.tidemark.web.http.Links;

/**
 * Tells whoever wants to know that a job is over. What its report says is found before the next job begins; telling it
 * is done beside, tried a few times, and given up then: that is shown, and noted in the server's record.
 */
public final class Notifier implements AutoCloseable {

    /** After so long it is tried again. */
    private static final List<Duration> AGAIN = List.of(Duration.ofSeconds(2), Duration.ofSeconds(15));
    /** Notices that wait to be told; of more, the newest are dropped. */
    private static final int MOST_WAITING = 100;

    private final List<Channel> channels;
    private final Function<String, Optional<Body>> headlines;
    private final Supplier<String> address;
    private final Clock clock;
    private final Consumer<Throwable> failures;
    /** What could not be told last, by channel. */
    private final Map<Channel, String> troubles = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING), Thread.ofPlatform().name("tidemark-notices").daemon().factory());

    /** Somebody was not told. */
    public static final class NotificationFailedException extends RuntimeException {
        NotificationFailedException(String message) {
            super(message);
        }
    }

    /**
     * @param headlines what the report of a label says
     * @param address under which this server is reached, unless the options name another
     * @param failures is told what could not be told
     */
    public Notifier(Notifications options, Function<String, Optional<Body>> headlines, Supplier<String> address,
            Clock clock, Consumer<Throwable> failures) {
        this(channels(options), headlines, () -> options.address().orElseGet(address), clock, failures);
    }

    Notifier(List<Channel> channels, Function<String, Optional<Body>> headlines, Supplier<String> address,
            Clock clock, Consumer<Throwable> failures) {
        this.channels = channels;
        this.headlines = headlines;
        this.address = address;
        this.clock = clock;
        this.failures = failures;
    }

    private static List<Channel> channels(Notifications options) {
        List<Channel> channels = new ArrayList<>();
        try {
            options.hooks().stream().map(Webhook::of).forEach(channels::add);
        } catch (InvalidInputException e) {
            throw e.at("--notify-url");
        }
        try {
            options.mail().map(Mail::new).ifPresent(channels::add);
        } catch (InvalidInputException e) {
            throw e.at("--notify-mail");
        }
        return channels;
    }

    /** What could not be told last, a line for each way; for pages. */
    public List<String> troubles() {
        return channels.stream().map(troubles::get).filter(Objects::nonNull).toList();
    }

    /** A job is over. */
    public void ended(Job job) {
        Optional<Body> body = Optional.empty();
        try {
            body = headlines.apply(job.label());
        } catch (RuntimeException e) {
            // Whoever opens the report is told why there is none.
        }
        if (channels.isEmpty()) {
            return;
        }
        Notice notice = new Notice(job.label(), job.id(), Types.word(job.state()), job.invalid(),
                job.message(), body.map(Body::verdict).orElse(""), body.map(Body::text).orElse(""),
                body.map(b -> b.expected().sentences()).orElse(List.of()),
                address.get() + "/reports/" + Links.segment(job.label()));
        for (Channel channel : channels) {
            try {
                executor.execute(() -> notify(channel, notice));
            } catch (RejectedExecutionException e) {
                failed(channel, notice, executor.isShutdown() ? "the server ended" : "too many wait to be told");
            }
        }
    }

    void notify(Channel channel, Notice notice) {
        String why = "";
        for (int attempt = 0; attempt <= AGAIN.size(); attempt++) {
            try {
                if (attempt > 0) {
                    clock.sleepUntil(clock.nanoTime() + AGAIN.get(attempt - 1).toNanos());
                }
                channel.send(notice);
                troubles.remove(channel);
                return;
            } catch (Channel.RefusedException e) {
                why = reason(e);
                break;
            } catch (IOException e) {
                why = reason(e) + ", " + (attempt + 1) + (attempt == 0 ? " attempt" : " attempts");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                why = reason(e);
                break;
            }
        }
        failed(channel, notice, why);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private void failed(Channel channel, Notice notice, String why) {
        String trouble = channel.name() + " could not be notified that " + notice.label() + " has ended: " + why
                + ".";
        troubles.put(channel, trouble);
        failures.accept(new NotificationFailedException(trouble));
    }

    /** What is being told is left. */
    @Override
    public void close() {
        executor.shutdownNow();
    }
}
