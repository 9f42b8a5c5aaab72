package dev.tidemark.core.driver.remote;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NonDefaultSettingsTest {

    private static String recorded(String name, String value) {
        List<Setting> facts = NonDefaultSettings.facts(Map.of(name, value));
        return facts.getFirst().name() + " " + facts.getFirst().text();
    }

    @ParameterizedTest
    @CsvSource({"TimeZone, Asia/Tokyo, server-timezone Asia/Tokyo", "work_mem, 4MB, server-work-mem 4MB",
            "notify-keyspace-events, '', server-notify-keyspace-events none",
            "password_encryption, scram-sha-256, server-password-encryption scram-sha-256",
            "authentication_timeout, 2min, server-authentication-timeout 2min", "secure_auth, ON, server-secure-auth ON",
            "innodb_ft_min_token_size, 1, server-innodb-ft-min-token-size 1",
            "allowed_urls, 'http://a/b@c', server-allowed-urls http://a/b@c"})
    void namesAreThoseOfTheServer(String name, String value, String recorded) {
        assertThat(recorded(name, value)).isEqualTo(recorded);
    }

    @ParameterizedTest
    @CsvSource({"requirepass, 12345", "masterauth, geheim", "tls-key-file-pass, geheim", "primary_conninfo, host=a",
            "archive_command, 'aws s3 cp %p'", "ssl_passphrase_command, 'echo geheim'", "my.api_token, geheim",
            "wsrep_sst_auth, me:geheim", "wsrep_provider_options, 'socket.password=geheim'",
            "hook.url, 'https://me:geheim@host/'", "hook.url, 'https://geheim@host/'", "hook, '{\"password\": \"geheim\"}'",
            "ldap, 'passphrase = geheim'", "backup.s3, 'access_key=geheim'", "file_key_management_filekey, geheim",
            "init_slave, 'SET ROLE a; CREATE USER b IDENTIFIED BY \"geheim\"'"})
    void noSecretIsRecorded(String name, String value) {
        assertThat(recorded(name, value)).endsWith(" (not recorded)");
    }
}
