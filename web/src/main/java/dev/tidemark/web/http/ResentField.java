package dev.tidemark.web.http;

import java.util.List;

/** A field of a form that is sent once more, after a question in between. */
public record ResentField(String name, String text) {

    /** All fields of a form but its token, which the page has of its own. */
    public static List<ResentField> of(Form form) {
        return form.fields().keySet().stream().filter(n -> !n.equals(AccessFilter.TOKEN))
                .flatMap(n -> form.all(n).stream().map(text -> new ResentField(n, text))).toList();
    }
}
