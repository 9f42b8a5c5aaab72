package dev.tidemark.core.workload.api;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Suggestions;
import java.util.List;
import java.util.stream.Stream;

/**
 * A style by its name.
 *
 * @param driver whose styles they are; null where that is not known yet, and the first of any driver is meant
 */
record StyleType(Driver driver) implements ParamType<ApiStyle> {

    /** Of any driver. */
    static final StyleType ANY = new StyleType(null);

    private Stream<ApiStyle> styles() {
        return driver != null ? driver.styles().stream() : Drivers.all().stream().flatMap(d -> d.styles().stream());
    }

    @Override
    public String kind() {
        return "style";
    }

    @Override
    public String example() {
        return driver == null || driver.styles().isEmpty() ? "batch" : driver.styles().getFirst().name();
    }

    @Override
    public List<String> words() {
        return driver == null ? List.of() : styles().map(ApiStyle::name).toList();
    }

    @Override
    public ApiStyle parse(String text) {
        String name = text.strip();
        return styles().filter(s -> s.name().equals(name)).findFirst()
                .orElseThrow(() -> new InvalidInputException("'" + name
                + "' is no style of " + (driver == null ? "any driver" : "driver " + driver.name())
                + Suggestions.hint(name, styles().map(ApiStyle::name).distinct().toList())));
    }

    @Override
    public String format(ApiStyle style) {
        return style.name();
    }
}
