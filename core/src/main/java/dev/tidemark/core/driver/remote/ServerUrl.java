package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.url.UrlForm;
import java.util.Map;

/** URLs of servers: which settings their usual parts are. */
public final class ServerUrl {

    private ServerUrl() {}

    /** @param server what people call it; @param example one of its URLs */
    public static UrlForm of(String server, String example) {
        return UrlForm.of(server, example, new UrlForm.Places(ConnectionParams.ADDRESS,
                ConnectionParams.USER.name(), ConnectionParams.PASSWORD.name(), ConnectionParams.TLS.name(),
                ConnectionParams.SOCKET.name(), address -> ConnectionSettings.Address.wrong(address).isEmpty()));
    }

    /** The same of a server whose connections can be encrypted, with the settings of that under their own names. */
    public static UrlForm withTls(String server, String example) {
        UrlForm form = of(server, example);
        ConnectionParams.tls().all().forEach(param -> form.parameter(param.name(), param));
        return form.encryption(ConnectionParams.TLS.name(), on -> Map.of(ConnectionParams.TLS.name(), on))
                .ofEncrypted(ConnectionParams.TLS_AUTHORITY, ConnectionParams.TLS_CERTIFICATE,
                        ConnectionParams.TLS_KEY);
    }
}
