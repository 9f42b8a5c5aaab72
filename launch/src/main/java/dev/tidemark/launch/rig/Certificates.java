package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.TlsFiles;

/**
 * Makes a server's certificate by the JDK's {@code keytool}, with an authority of its own whose key nobody keeps. Both
 * are then written in PEM, which is what servers read.
 */
final class Certificates {

    private static final String AUTHORITY = "authority";
    private static final String SERVER = "server";
    private static final String PASSWORD = "TIDEMARK_KEYSTORE";
    /** The line length of RFC 7468. */
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Certificates() {}

    /**
     * Fills a folder with the files of {@link TlsFiles}.
     *
     * @param names of the files; they may say another folder
     */
    static void make(Path folder, TlsFiles names, LocalCommands commands)
            throws IOException, RigException, InterruptedException {
        Path store = folder.resolve("keys.p12");
        String password = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
        generate(commands, store, password, AUTHORITY, "Tidemark's rigs on this machine", "bc:critical=ca:true",
                "ku:critical=keyCertSign,cRLSign");
        generate(commands, store, password, SERVER, "localhost", "san=ip:127.0.0.1,dns:localhost", "eku=serverAuth");
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, password.toCharArray());
            Key key = keys.getKey(SERVER, password.toCharArray());
            String certificate = pem("CERTIFICATE", keys.getCertificate(SERVER).getEncoded());
            String authority = pem("CERTIFICATE", keys.getCertificate(AUTHORITY).getEncoded());
            PrivateFile.write(folder.resolve(names.authority().getFileName()), authority);
            PrivateFile.write(folder.resolve(names.certificate().getFileName()), certificate + authority);
            PrivateFile.write(folder.resolve(names.key().getFileName()), pem("PRIVATE KEY", key.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new RigException("the server's certificate cannot be read back: " + e.getMessage(), e);
        }
        Files.delete(store);
    }

    private static void generate(LocalCommands commands, Path store, String password, String alias, String name,
            String... extensions) throws RigException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC", "-genkeypair", "-keystore", store.toString(), "-storetype", "PKCS12",
                "-storepass:env", PASSWORD, "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1", "-validity",
                "3650", "-dname", "CN=" + name));
        for (String extension : extensions) {
            words.addAll(List.of("-ext", extension));
        }
        if (!alias.equals(AUTHORITY)) {
            words.addAll(List.of("-signer", AUTHORITY));
        }
        commands.run(words, Map.of(PASSWORD, password));
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN " + kind + "-----\n" + new String(LINES.encode(bytes), StandardCharsets.US_ASCII)
                + "\n-----END " + kind + "-----\n";
    }
}
