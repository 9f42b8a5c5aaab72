package dev.tidemark.core.workload.script.language;

import module java.base;

/** The variables of one worker, each in a place of its own. Not thread-safe. */
public final class Variables {

    /** Numbers of the places that names have: those of one script, or of all that one client carries out. */
    static final class Names {

        private final Map<String, Integer> places;
        private final Set<String> used = new LinkedHashSet<>();

        Names() {
            this(new LinkedHashMap<>());
        }

        private Names(Map<String, Integer> places) {
            this.places = places;
        }

        /** Those of another script of the same client. */
        Names another() {
            return new Names(places);
        }

        int place(String name) {
            used.add(name);
            return places.computeIfAbsent(name, _ -> places.size());
        }

        /** The names that this script speaks of. */
        Set<String> used() {
            return used;
        }

        Map<String, Integer> all() {
            return places;
        }
    }

    private final Map<String, Integer> places;
    private final ScriptValue[] values;
    /** Which of them have been given one, be it nothing. */
    private final boolean[] given;

    Variables(Names names) {
        places = names.all();
        values = new ScriptValue[places.size()];
        given = new boolean[values.length];
        places.forEach((name, place) -> values[place] = new ScriptValue(name));
    }

    /**
     * What a variable holds.
     *
     * @throws ScriptException where nothing has given it a value: what is misspelt is not nothing
     */
    public ScriptValue get(int place) {
        if (!given[place]) {
            throw new ScriptException("variable '" + name(place) + "' has no value: no \\set and no column of a \\gset "
                    + "has given it one");
        }
        return values[place];
    }

    /** Whether a variable has been given a value. */
    public boolean has(int place) {
        return given[place];
    }

    /** What a script calls the variable of a place. */
    public String name(int place) {
        return values[place].variable();
    }

    /** Gives a variable another one's value, or an expression's. */
    public void set(int place, ScriptValue value) {
        values[place].set(value);
        given[place] = true;
    }

    /** Sets a variable to what a file or the server has for it. @param text null for nothing */
    public void setText(int place, String text) {
        values[place].setText(text);
        given[place] = true;
    }

    /** Sets a variable if the script speaks of it. @return whether it does */
    public boolean define(String name, String text) {
        Integer place = places.get(name);
        if (place != null) {
            setText(place, text);
        }
        return place != null;
    }

    /** Complains of what can be no variable's name, as that of a column without an alias; empty where it can be one. */
    public static Optional<String> refuses(String column, Command.Keep keep) {
        boolean named = !column.isEmpty();
        for (int i = 0; i < column.length(); i++) {
            named &= isNamePart(column.charAt(i));
        }
        return named ? Optional.empty() : Optional.of("\\" + keep.word() + ": '"
                + keep.prefix() + column + "' can be no variable; give the column an alias, as in SELECT 1 AS n");
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || c >= '0' && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80;
    }

    /** Where the name ends that begins at a place; that place where none does. */
    static int nameEnd(String text, int from) {
        int to = from;
        while (to < text.length() && (to > from ? isNamePart(text.charAt(to)) : isNameStart(text.charAt(to)))) {
            to++;
        }
        return to;
    }
}
