package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.NumberText;
import dev.tidemark.core.driver.StatementSession;

/** Takes the values of a statement as texts, one after the other. Not thread-safe. */
public final class TextValues implements StatementSession.Parameters {

    private final List<String> values = new ArrayList<>();

    /** Those of a binding, until the next one; null for nothing. */
    public List<String> of(StatementSession.Binding binding) {
        values.clear();
        binding.bind(this);
        return values;
    }

    @Override
    public void add(long number) {
        values.add(Long.toString(number));
    }

    @Override
    public void add(double number) {
        values.add(NumberText.of(number));
    }

    @Override
    public void add(String text) {
        values.add(text);
    }

    @Override
    public void addWritten(String text) {
        values.add(text);
    }
}
