package dev.tidemark.driver.http;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.http.HttpLanguage;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.net.URI;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Any server that answers over HTTP. */
public final class HttpDriver implements Driver {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

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
    public Optional<Map<String, String>> reaching(URI url) {
        boolean tls = "https".equals(url.getScheme());
        if (!tls && !"http".equals(url.getScheme()) || url.getHost() == null) {
            return Optional.empty();
        }
        if (url.getRawUserInfo() != null) {
            throw new InvalidInputException("a password in a URL would be stored; set user, and password to where "
                    + "it is kept");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new InvalidInputException("the URL of a target ends with its path; what stands behind it belongs "
                    + "to requests");
        }
        Map<String, String> settings = new LinkedHashMap<>();
        int port = url.getPort() >= 0 ? url.getPort() : tls ? HTTPS : HTTP;
        settings.put(ConnectionParams.ADDRESS, url.getHost() + ":" + port);
        if (tls) {
            settings.put(ConnectionParams.TLS.name(), "true");
        }
        if (!url.getPath().replace("/", "").isEmpty()) {
            settings.put(HttpParams.BASE_PATH.name(), url.getRawPath());
        }
        return Optional.of(settings);
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
