package dev.tidemark.web.http;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** The templates, compiled with the program; what they are given is escaped where it stands. */
public final class Views {

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(null, ContentType.Html,
            Views.class.getClassLoader(), "dev.tidemark.web.generated");
    private final Assets assets;

    public Views(Assets assets) {
        this.assets = assets;
    }

    Assets assets() {
        return assets;
    }

    String render(String template, Map<String, Object> params) {
        StringOutput out = new StringOutput();
        engine.render(template, params, out);
        return out.toString();
    }
}
