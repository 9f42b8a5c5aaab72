package dev.tidemark.core.workload.script.language;

import java.util.LinkedHashMap;
import java.util.Map;

/** The variables of one worker, each in a place of its own. Not thread-safe. */
public final class Variables {

    /** Numbers of the places that a script's names have. */
    static final class Names {

        private final Map<String, Integer> places = new LinkedHashMap<>();

        int place(String name) {
            return places.computeIfAbsent(name, _ -> places.size());
        }

        Map<String, Integer> all() {
            return places;
        }
    }

    private final Map<String, Integer> places;
    private final Value[] values;

    Variables(Names names) {
        places = names.all();
        values = new Value[places.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = new Value();
        }
    }

    public Value get(int place) {
        return values[place];
    }

    /** Gives a variable another one's value, or an expression's. */
    public void set(int place, Value value) {
        values[place].set(value);
    }

    /** Sets a variable if the script speaks of it. */
    public void define(String name, String text) {
        Integer place = places.get(name);
        if (place != null) {
            values[place].setText(text);
        }
    }
}
