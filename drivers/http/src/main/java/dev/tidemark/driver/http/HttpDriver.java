package dev.tidemark.driver.http;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.http.HttpLanguage;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.ServerUrl;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Any server that answers over HTTP. */
public final class HttpDriver implements Driver {

    private static final UrlForm URL = ServerUrl.withTls("a server of HTTP", "http://HOST:PORT/BASE-PATH")
            .scheme("http", 80).secureScheme("https", 443).wholeLogin()
            .path(path -> Map.of(HttpParams.BASE_PATH.name(), "/" + path))
            .parameter(HttpParams.BASE_PATH.name(), HttpParams.BASE_PATH);

    @Override
    public String name() {
        return "http";
    }

    @Override
    public String summary() {
        return "Any server that answers over HTTP, by requests of your own; nothing is made on it.";
    }

    @Override
    public ParamSet params() {
        return HttpParams.ALL;
    }

    @Override
    public MeasureSet measures() {
        return MeasureSet.of(NamespaceTarget.RECONNECTS);
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.STATEMENTS);
    }

    @Override
    public StatementLanguage statements(Values values) {
        return HttpLanguage.INSTANCE;
    }

    /** {@inheritDoc} Every URL with http or https: host, port and base path. */
    @Override
    public Optional<UrlForm> url() {
        return Optional.of(URL);
    }

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return HttpTarget.open(values, context);
    }
}
