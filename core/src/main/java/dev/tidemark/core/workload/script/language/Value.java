package dev.tidemark.core.workload.script.language;

/** What a variable holds or an expression comes to. Written over again, so that evaluating allocates nothing. */
public final class Value {

    /** What there can be. */
    public enum Kind { NULL, BOOLEAN, INTEGER, DOUBLE, TEXT }

    private Kind kind = Kind.NULL;
    private long integer;
    private double number;
    private String text;
    private boolean written;
    /** Of which variable it is; null for none. */
    private final String variable;

    public Value() {
        this(null);
    }

    Value(String variable) {
        this.variable = variable;
    }

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
        written = other.written;
    }

    /** Text, whatever it looks like. */
    void setString(String value) {
        kind = Kind.TEXT;
        text = value;
        written = false;
    }

    /**
     * As a definition or an answer of the server writes it. A statement gets a plain number as such, and all else as it
     * is written, such as 007. Null is nothing.
     */
    public void setText(String written) {
        if (written == null) {
            setNull();
        } else if (!Written.plainNumber(written, this)) {
            kind = Kind.TEXT;
            text = written;
            this.written = true;
        }
    }

    /** Whether it is text from outside, which means something else in an expression. */
    boolean written() {
        return kind == Kind.TEXT && written;
    }

    /** What text from outside means in an expression: nothing, a truth, a number, or itself. */
    void setMeaning(Value of) {
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
