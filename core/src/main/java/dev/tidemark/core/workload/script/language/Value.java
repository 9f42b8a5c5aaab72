package dev.tidemark.core.workload.script.language;

import java.util.Locale;

/** What a variable holds or an expression comes to. Written over again and again, so that evaluating allocates nothing. */
public final class Value {

    /** What there can be. */
    public enum Kind { NULL, BOOLEAN, INTEGER, DOUBLE, TEXT }

    private Kind kind = Kind.NULL;
    private long integer;
    private double number;
    private String text;

    public Kind kind() {
        return kind;
    }

    public boolean isNull() {
        return kind == Kind.NULL;
    }

    void setNull() {
        kind = Kind.NULL;
    }

    void set(boolean value) {
        kind = Kind.BOOLEAN;
        integer = value ? 1 : 0;
    }

    public void set(long value) {
        kind = Kind.INTEGER;
        integer = value;
    }

    public void set(double value) {
        kind = Kind.DOUBLE;
        number = value;
    }

    void set(Value other) {
        kind = other.kind;
        integer = other.integer;
        number = other.number;
        text = other.text;
    }

    /** Text, whatever it looks like. */
    void setString(String value) {
        kind = Kind.TEXT;
        text = value;
    }

    /** As a definition or an answer of the server writes it; what is no number and no truth is text. Null is nothing. */
    public void setText(String written) {
        if (written == null) {
            setNull();
            return;
        }
        String word = written.strip().toLowerCase(Locale.ROOT);
        if (word.matches("[-+]?[0-9]{1,18}")) {
            set(Long.parseLong(word));
        } else if (word.matches("[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(e[-+]?[0-9]+)?")) {
            set(Double.parseDouble(word));
        } else {
            kind = Kind.TEXT;
            text = written;
        }
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
        if (kind == Kind.TEXT && text.strip().matches("(?i)t(r(u(e)?)?)?|y(e(s)?)?|on")) {
            return true;
        }
        if (kind == Kind.TEXT && text.strip().matches("(?i)f(a(l(s(e)?)?)?)?|no?|off?")) {
            return false;
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
        return switch (kind) {
            case NULL -> "null";
            case BOOLEAN -> "boolean";
            case INTEGER -> "int";
            case DOUBLE -> "double";
            case TEXT -> "'" + text + "'";
        };
    }

    /** As it stands in a statement; null for nothing. */
    public String text() {
        return switch (kind) {
            case NULL -> null;
            case BOOLEAN -> integer != 0 ? "true" : "false";
            case INTEGER -> Long.toString(integer);
            case DOUBLE -> Double.toString(number);
            case TEXT -> text;
        };
    }

    @Override
    public String toString() {
        return isNull() ? "null" : text();
    }
}
