package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
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
        String parameters = "q=%7B!edismax+qf%3D$f%7Dold+man&fq=a:1&fq=b:2&&rows=&q=again";
        SentRequest request = SentRequest.of("/select?" + parameters, null);
        assertThat(request).isEqualTo(new SentRequest("/select", parameters, null));
        assertThat(request.address()).isEqualTo("/select?" + parameters);
        assertThat(request.with(Map.of())).isEqualTo(request);
        assertThatThrownBy(() -> SentRequest.of("select?q=a", null)).hasMessageContaining("slash");
    }

    /** As a server's own log shows them. */
    @Test
    void whatNoAddressMayHaveIsEscaped() {
        SentRequest request = new SentRequest("/select",
                "q={!edismax v=$qq}&qq=\"a|b\"^2+\\`<é😀>&x=%e9%2B%zz%&f=[1]#", null);
        assertThat(request.address()).isEqualTo("/select?" + request.form());
        assertThat(request.form()).isEqualTo("q=%7B!edismax%20v=$qq%7D&qq=%22a%7Cb%22%5E2+%5C%60%3C%C3%A9%F0%9F%98"
                + "%80%3E&x=%e9%2B%25zz%25&f=%5B1%5D%23");
        assertThat(request.toString()).isEqualTo("/select?" + request.parameters());
        assertThat(new SentRequest("/select", "", null).form()).isEmpty();
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
