package dev.tidemark.core.driver.language.http;

import module java.base;
import dev.tidemark.core.driver.NumberText;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.language.http.RequestTemplate.Bound;

/** Takes the values of a request, one after the other. Not thread-safe. */
public final class RequestValues implements StatementSession.Parameters {

    private final List<Bound> values = new ArrayList<>();

    /** Those of a binding, until the next one. */
    public List<Bound> of(StatementSession.Binding binding) {
        values.clear();
        binding.bind(this);
        return values;
    }

    @Override
    public void add(long number) {
        values.add(new Bound(Long.toString(number), Bound.Kind.NUMBER));
    }

    @Override
    public void add(double number) {
        values.add(new Bound(NumberText.of(number), Bound.Kind.NUMBER));
    }

    @Override
    public void add(boolean truth) {
        values.add(new Bound(String.valueOf(truth), Bound.Kind.TRUTH));
    }

    @Override
    public void add(String text) {
        values.add(new Bound(text, Bound.Kind.TEXT));
    }

    @Override
    public void addWritten(String text) {
        values.add(new Bound(text, Bound.Kind.WRITTEN));
    }
}
