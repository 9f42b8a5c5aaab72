package org.apache.cassandra.security;

import module java.base;

/**
 * Stands before Cassandra's own class of this name on the class path of a server. That one is a security manager, which
 * Java has no longer (JEP 486); it guards functions that users define, which are off here.
 */
public final class ThreadAwareSecurityManager {

    public static final PermissionCollection noPermissions = new Permissions(); // Cassandra names it so

    private ThreadAwareSecurityManager() {}

    /** Installs nothing. */
    public static void install() {}

    public static boolean isSecuredThread() {
        return false;
    }
}
