package dev.tidemark.core.param;

/**
 * What a setting reaches outside of Tidemark's own data, the gravest first. An experiment of somebody else's runs only
 * after all that it reaches has been shown and agreed to, and a server lets its users reach only what whoever starts it
 * allows. Each param says by {@link Param#reaching} what it reaches.
 */
public enum Reach {
    /** A program is run. */
    COMMAND("runs"),
    /** A text is handed to a program that is run. */
    ARGUMENT("hands to the command"),
    /** A jar, or a folder of jars or libraries, is loaded. */
    JAR("loads"),
    /** A driver is told what may make it load code: a class, a URL. */
    CODE("hands on"),
    /** Nobody has said what: a driver from elsewhere may have such. It counts as reaching anything. */
    UNDECLARED("is given"),
    /** Statements of the user's are carried out on the database, which may do there whatever its user may. */
    SCRIPT("carries out"),
    /** A statement is carried out on the database. */
    STATEMENT("carries out"),
    /** A block device, or a file that was there before, is written over. */
    DEVICE("writes over"),
    /** A password or token is looked up. */
    SECRET("uses secret"),
    /** A connection is not encrypted, or whoever answers it is believed. */
    EXPOSURE("allows"),
    /** A server is connected to. */
    ADDRESS("connects to"),
    /** The server of a rig of this machine is started anew with another setting. */
    SERVER("starts the rig's server with"),
    /** A place on a server, or a dataset, is filled and dropped. */
    DATA("works on"),
    /** A folder or file in which data is kept: read, made and deleted in. */
    FOLDER("works in"),
    /** A file is read. */
    FILE("reads file"),
    /** A text is put into statements that are the user's own. */
    INPUT("puts into statements"),
    /** Nothing: a number, a word of a list, a name within Tidemark. */
    NOTHING("nothing");

    private final String verb;

    Reach(String verb) {
        this.verb = verb;
    }

    /** How it is told, in front of what is reached. */
    public String verb() {
        return verb;
    }
}
