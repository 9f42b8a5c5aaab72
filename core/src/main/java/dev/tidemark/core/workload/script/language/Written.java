package dev.tidemark.core.workload.script.language;

import dev.tidemark.core.driver.NumberText;

/** Values as text: what a definition or an answer of the server may mean. Reading plain numbers allocates nothing. */
final class Written {

    private Written() {}

    /** Sets a number if it is written as numbers usually are, without leading zeros and with digits that fit. */
    static boolean plainNumber(String text, ScriptValue into) {
        int from = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        int digits = NumberText.digits(text, from);
        boolean zeros = digits > 1 && text.charAt(from) == '0';
        if (digits == 0 || zeros) {
            return false;
        }
        if (from + digits == text.length()) {
            return integer(text, into);
        }
        int fraction = text.charAt(from + digits) == '.' ? NumberText.digits(text, from + digits + 1) : 0;
        boolean plain = fraction > 0 && from + digits + 1 + fraction == text.length()
                && digits + fraction <= NumberText.DIGITS;
        if (plain) {
            into.set(Double.parseDouble(text));
        }
        return plain;
    }

    private static boolean integer(String text, ScriptValue into) {
        try {
            into.set(Long.parseLong(text));
            return true;
        } catch (NumberFormatException e) {
            return false; // too large
        }
    }

    /** As pgbench reads a variable: the beginnings of true, yes, false and no count, too. */
    static void read(String text, ScriptValue into) {
        if (text.equalsIgnoreCase("null")) {
            into.setNull();
        } else if (begins("true", text) || begins("yes", text) || text.equalsIgnoreCase("on")) {
            into.set(true);
        } else if (begins("false", text) || begins("no", text) || text.equalsIgnoreCase("off")
                || text.equalsIgnoreCase("of")) {
            into.set(false);
        } else {
            number(text.strip(), into);
        }
    }

    private static boolean begins(String word, String text) {
        return !text.isEmpty() && word.regionMatches(true, 0, text, 0, text.length());
    }

    private static void number(String text, ScriptValue into) {
        int from = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
        int digits = NumberText.digits(text, from);
        if (digits > 0 && from + digits == text.length()) {
            if (!integer(text, into)) {
                throw new ScriptException("value " + into.quoted(text) + " is out of range for type bigint");
            }
        } else if (text.matches("[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?")) {
            into.set(Double.parseDouble(text));
        } else {
            into.setString(text);
        }
    }
}
