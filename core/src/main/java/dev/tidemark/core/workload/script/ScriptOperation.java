package dev.tidemark.core.workload.script;

/**
 * One of the things that workers do, by weights.
 *
 * @param name  what reports call it
 * @param where it is written, for complaints
 * @param text  in the language of {@code script.language}; the lines of the file before it are there, and empty
 */
record ScriptOperation(String name, int weight, String where, String text) {

    ScriptOperation times(int weight) {
        return new ScriptOperation(name, Math.multiplyExact(this.weight, weight), where, text);
    }
}
