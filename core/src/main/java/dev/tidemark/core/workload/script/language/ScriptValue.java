package dev.tidemark.core.workload.script.language;

import dev.tidemark.core.driver.NumberText;

/** What a variable holds or an expression comes to. Written over again, so that evaluating allocates nothing. */
public final class ScriptValue {

    /** What there can be. */
    public enum Kind { NULL, BOOLEAN, INTEGER, DOUBLE, TEXT }

    private Kind kind = Kind.NULL;
    private long integer;
    private double number;
    private String text;
    /** Whether it came from outside as text, which is kept beside the number that it means. */
    private boolean written;
    private final String variable;

    public ScriptValue() {
        this(null);
    }

    ScriptValue(String variable) {
        this.variable = variable;
    }

    /** Of which variable it is; null for none. */
    String variable() {
        return variable;
    }

    public Kind kind() {
        return kind;
    }

    public boolean isNull() {
        return kind == Kind.NULL;
    }

    void setNull() {
        written = false;
        kind = Kind.NULL;
    }

    void set(boolean value) {
        written = false;
        kind = Kind.BOOLEAN;
        integer = value ? 1 : 0;
    }

    public void set(long value) {
        written = false;
        kind = Kind.INTEGER;
        integer = value;
    }

    public void set(double value) {
        written = false;
        kind = Kind.DOUBLE;
        number = value;
    }

    /** What another one means: a number is no longer as it was written. */
    void set(ScriptValue other) {
        kind = other.kind;
        integer = other.integer;
        number = other.number;
        text = other.text;
        written = false;
    }

    /** Text, whatever it looks like. */
    void setString(String value) {
        kind = Kind.TEXT;
        text = value;
        written = false;
    }

    /**
     * As a definition or an answer of the server writes it. A statement gets it as it stands, such as 007 or 1.10;
     * expressions get what it means. Null is nothing.
     */
    public void setText(String outside) {
        if (outside == null) {
            setNull();
            return;
        }
        if (!Written.plainNumber(outside, this)) {
            kind = Kind.TEXT;
        }
        text = outside;
        written = true;
    }

    /** Whether it is as a definition or an answer of the server wrote it. */
    public boolean isWritten() {
        return written;
    }

    /** Whether it is text from outside, whose meaning in an expression is not known yet. */
    boolean isUnread() {
        return kind == Kind.TEXT && written;
    }

    /** What text from outside means in an expression: nothing, a truth, a number, or itself. */
    void setMeaning(ScriptValue of) {
        Written.read(of.text, this);
    }

    /** The whole number, or a fraction rounded to the next one. @throws ScriptException where it is neither */
    public long integer() {
        return switch (kind) {
            case INTEGER -> integer;
            case DOUBLE -> rounded();
            default -> throw new ScriptException("cannot coerce " + word() + " to int");
        };
    }

    /** Halves to the even neighbour, as C's rint. */
    private long rounded() {
        double whole = Math.rint(number);
        if (Double.isNaN(whole) || whole < -0x1p63 || whole >= 0x1p63) {
            throw new ScriptException("double to int overflow for " + number);
        }
        return (long) whole;
    }

    /** @throws ScriptException where it is no number */
    public double number() {
        return switch (kind) {
            case INTEGER -> integer;
            case DOUBLE -> number;
            default -> throw new ScriptException("cannot coerce " + word() + " to double");
        };
    }

    /** @throws ScriptException where it is neither true nor false */
    boolean truth() {
        if (kind == Kind.BOOLEAN) {
            return integer != 0;
        }
        throw new ScriptException("cannot coerce " + word() + " to boolean");
    }

    /** As a condition: a number other than 0 counts as true, and nothing as false. */
    public boolean holds() {
        return switch (kind) {
            case NULL -> false;
            case INTEGER -> integer != 0;
            case DOUBLE -> number != 0;
            case BOOLEAN, TEXT -> truth();
        };
    }

    private String word() {
        String word = switch (kind) {
            case NULL -> "null";
            case BOOLEAN -> "boolean";
            case INTEGER -> "int";
            case DOUBLE -> "double";
            case TEXT -> quoted(text);
        };
        return kind == Kind.TEXT ? word : ofVariable(word);
    }

    /** Of a complaint: a text, and which variable holds it. */
    String quoted(String text) {
        return ofVariable("'" + text + "'");
    }

    private String ofVariable(String word) {
        return variable == null ? word : word + " of variable " + variable;
    }

    /** As it stands in a statement; null for nothing. */
    public String text() {
        return written ? text : switch (kind) {
            case NULL -> null;
            case BOOLEAN -> integer != 0 ? "true" : "false";
            case INTEGER -> Long.toString(integer);
            case DOUBLE -> NumberText.of(number);
            case TEXT -> text;
        };
    }

    @Override
    public String toString() {
        return isNull() ? "null" : text();
    }
}
