package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import org.junit.jupiter.api.Test;

/** Of styles over HTTP, each over a client of its own: what breaks is told in one line and made anew. */
public abstract class HttpStyleContract extends StyleContract {

    /** Settings of the target for one test, which come after those of the server. */
    protected final List<String> more = new ArrayList<>();

    /** Host and port of the server. */
    protected abstract String address();

    /** The settings that reach it. */
    protected abstract List<String> server();

    @Override
    protected final List<String> settings() {
        List<String> all = new ArrayList<>(server());
        all.addAll(more);
        return all;
    }

    /** The JDK's client makes an idle connection that was cut anew by itself, where it has seen that in time. */
    @Test
    void aConnectionThatBreaksCostsOneRequestAtMost() throws Exception {
        try (CuttableProxy proxy = new CuttableProxy(address())) {
            more.addAll(List.of("address", proxy.address()));
            inEach((style, target, place, session) -> {
                assertThat(callFrom(style, session, 0)).isZero();
                session.reconnect();
                proxy.cut();
                Throwable met = catchThrowable(() -> callFrom(style, session, 0));
                if (met != null) {
                    assertThat(met).isInstanceOf(UnreachableException.class).hasMessageContaining(proxy.address())
                            .hasMessageNotContaining("\n");
                }
                assertThat(callFrom(style, session, 0)).isZero();
            });
        }
    }

    @Test
    void aServerThatIsNotThereIsReportedInOneLine() throws Exception {
        try (CuttableProxy proxy = new CuttableProxy(address())) {
            more.addAll(List.of("address", proxy.address()));
            try (OpenTarget target = driver().open(values(), context())) {
                target.create();
                ApiStyle style = driver().styles().getFirst();
                StylePlace place = ((StyleTarget) target).place(style, "p");
                StyleSession session = place.session(0);
                proxy.close();
                assertThatThrownBy(session::reconnect).isInstanceOf(UnreachableException.class)
                        .hasMessageStartingWith("no connection to " + proxy.address()).hasMessageNotContaining("\n");
                assertThatThrownBy(() -> callFrom(style, session, 0)).isInstanceOf(UnreachableException.class)
                        .hasMessageStartingWith("no connection to " + proxy.address());
                assertThatThrownBy(() -> place.session(1)).isInstanceOf(UnreachableException.class);
                session.close();
            }
        }
    }
}
