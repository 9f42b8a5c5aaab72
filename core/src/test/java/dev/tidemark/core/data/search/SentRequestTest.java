package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SentRequestTest {

    private static Map<String, String> values(String... namesAndValues) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return values;
    }

    @Test
    void itIsSentAsItWas() {
        String parameters = "q=%7B!edismax+qf%3D$f%7Dold+man&fq=a:1&fq=b:2&f=title^2&&rows=&q=again";
        SentRequest request = SentRequest.of("/select?" + parameters, null);
        assertThat(request).isEqualTo(new SentRequest("/select", parameters, null));
        assertThat(request.address()).isEqualTo("/select?" + parameters);
        assertThat(request.with(Map.of())).isEqualTo(request);
        assertThatThrownBy(() -> SentRequest.of("select?q=a", null)).hasMessageContaining("slash");
    }

    @Test
    void aParameterIsChangedInItsPlaceAddedOrLeftOut() {
        SentRequest request = new SentRequest("/select", "q=a&fq=x&rows=10&fq=y", null);
        assertThat(request.with(values("fq", "a b", "rows", "", "facet.field", "é")).parameters())
                .isEqualTo("q=a&fq=a+b&facet.field=%C3%A9");
        assertThat(new SentRequest("/select", "", null).with(values("rows", "")).parameters()).isEmpty();
        assertThat(new SentRequest("/select", "%66q=x", null).with(values("fq", "y")).parameters()).isEqualTo("fq=y");
    }

    @Test
    void aMemberOfTheBodyIsChangedThere() {
        SentRequest request = new SentRequest("/_search", "", "{\"query\":{\"match_all\":{}},\"size\":10,\"aggs\":{}}");
        SentRequest changed = request.with(values("size", "50", "aggs", "", "preference", "_local"));
        assertThat(changed.body()).isEqualTo("{\"query\":{\"match_all\":{}},\"size\":50}");
        assertThat(changed.parameters()).isEqualTo("preference=_local");
        String lines = "{\"index\":\"a\"}\n{\"size\":1}\n";
        assertThat(new SentRequest("/_msearch", "", lines).with(values("size", "5")).body()).isEqualTo(lines);
    }
}
