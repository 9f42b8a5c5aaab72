package dev.tidemark.rig.solr.server;

import module java.base;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** What ZooKeeper must know before a node starts: who may log in, and whether nodes speak TLS. */
record ClusterState(ZooKeeper client) {

    private static final int TIMEOUT_MILLIS = 20_000;
    private static final int SALT_BYTES = 32;
    private static final int ANY_VERSION = -1;

    static void prepare(ClusterSettings settings)
            throws IOException, InterruptedException, KeeperException, GeneralSecurityException {
        CountDownLatch connected = new CountDownLatch(1);
        try (ZooKeeper client = new ZooKeeper(settings.zooKeeper(), TIMEOUT_MILLIS, _ -> connected.countDown())) {
            if (!connected.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException("ZooKeeper does not answer");
            }
            client.addAuthInfo("digest", (settings.user() + ":" + settings.password())
                    .getBytes(StandardCharsets.UTF_8));
            ClusterState state = new ClusterState(client);
            client.setACL("/", Ids.CREATOR_ALL_ACL, ANY_VERSION); // nobody else sees or makes anything
            state.forgetSessions();
            state.write("/security.json", security(settings));
            state.write("/clusterprops.json",
                    "{\"urlScheme\":\"" + (settings.keys().isPresent() ? "https" : "http") + "\"}");
        }
    }

    /** What nodes of a cluster that was killed have left would be waited for until their sessions end. */
    private void forgetSessions() throws KeeperException, InterruptedException {
        List<String> all = ZKUtil.listSubTreeBFS(client, "/");
        for (String path : all.reversed()) {
            Stat found = client.exists(path, false);
            if (found != null && found.getEphemeralOwner() != 0) {
                client.delete(path, ANY_VERSION);
            }
        }
    }

    private void write(String path, String text) throws KeeperException, InterruptedException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (client.exists(path, false) == null) {
            client.create(path, bytes, Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
        } else {
            client.setData(path, bytes, ANY_VERSION);
        }
    }

    /** One user, who may do everything; nobody else may do anything. See "Basic authentication plugin" of Solr. */
    private static String security(ClusterSettings settings) throws GeneralSecurityException {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(salt);
        byte[] hash = digest.digest(digest.digest(settings.password().getBytes(StandardCharsets.UTF_8)));
        Base64.Encoder base64 = Base64.getEncoder();
        return String.format(Locale.ROOT, """
                {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": true, "forwardCredentials": false,
                  "credentials": {"%1$s": "%2$s %3$s"}},
                 "authorization": {"class": "solr.RuleBasedAuthorizationPlugin", "user-role": {"%1$s": "admin"},
                  "permissions": [{"name": "all", "role": "admin"}]}}
                """, settings.user(), base64.encodeToString(hash), base64.encodeToString(salt));
    }
}
