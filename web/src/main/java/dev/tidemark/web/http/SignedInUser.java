package dev.tidemark.web.http;

/**
 * Who is asking.
 *
 * @param name          the account's name; empty where the server asks for no login
 * @param administrator whether they may run and change, not only read
 */
public record SignedInUser(String name, boolean administrator) {

    /** Who sits at this machine, where the server asks for no login. */
    public static final SignedInUser AT_THE_MACHINE = new SignedInUser("", true);

    boolean may(Access access) {
        return access != Access.ADMINISTRATOR || administrator;
    }
}
