package dev.tidemark.cli;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Turns Ctrl-C and a polite kill into a call, so that what was measured is written down before the process ends. */
final class Interruption implements AutoCloseable {

    private final Signal signal;
    private final SignalHandler before;
    private final Interruption next;

    private Interruption(String name, Runnable call, Interruption next) {
        this.signal = new Signal(name);
        this.before = Signal.handle(signal, s -> call.run());
        this.next = next;
    }

    static Interruption calls(Runnable call) {
        return new Interruption("INT", call, new Interruption("TERM", call, null));
    }

    @Override
    public void close() {
        Signal.handle(signal, before);
        if (next != null) {
            next.close();
        }
    }
}
