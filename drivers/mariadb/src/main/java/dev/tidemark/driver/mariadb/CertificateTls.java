package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.remote.ClientCertificate;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.export.ExceptionFactory;
import org.mariadb.jdbc.plugin.tls.main.DefaultTlsSocketPlugin;

/** The client's TLS with a certificate of its own in PEM form, which itself it takes from a key store only. */
public final class CertificateTls extends DefaultTlsSocketPlugin {

    static final String TYPE = "tidemark";
    /** Properties with the paths. */
    static final String FILE = "tidemarkCertificate";
    static final String KEY = "tidemarkKey";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public KeyManager[] getKeyManager(Configuration configuration, ExceptionFactory exceptions) {
        Properties given = configuration.nonMappedOptions();
        return new ClientCertificate(Path.of(given.getProperty(FILE)), Path.of(given.getProperty(KEY))).keyManagers();
    }
}
