package dev.tidemark.cli.support;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Turns Ctrl-C and a polite kill into a call, so that what was measured is written down before the process ends. */
public final class InterruptHandler implements AutoCloseable {

    private final Signal signal;
    private final SignalHandler before;
    private final InterruptHandler next;

    private InterruptHandler(String name, Runnable call, InterruptHandler next) {
        this.signal = new Signal(name);
        this.before = Signal.handle(signal, s -> call.run());
        this.next = next;
    }

    public static InterruptHandler calls(Runnable call) {
        return new InterruptHandler("INT", call, new InterruptHandler("TERM", call, null));
    }

    @Override
    public void close() {
        Signal.handle(signal, before);
        if (next != null) {
            next.close();
        }
    }
}
