package dev.tidemark.core.workload.script.language;

/** Something that a script asks for cannot be done with the values at hand; the message says what. */
public final class ScriptException extends RuntimeException {

    public ScriptException(String message) {
        super(message, null, false, false);
    }
}
