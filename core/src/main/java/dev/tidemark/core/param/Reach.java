package dev.tidemark.core.param;

/**
 * What a setting reaches outside of Tidemark's own data. An experiment of somebody else's runs only after all that it reaches
 * has been shown and agreed to, and a server lets its users reach only what whoever starts it allows. Each param says by
 * {@link Param#reaching} what it reaches.
 */
public enum Reach {
    /** Nothing: a number, a word of a list, a name within Tidemark. */
    NOTHING("nothing"),
    /** A program is run. */
    COMMAND("runs"),
    /** A jar, or a folder of jars or libraries, is loaded. */
    JAR("loads"),
    /** A driver or server is told what may make it load or fetch code: a class, a URL, a version. */
    CODE("hands on"),
    /** A statement is carried out on the database. */
    STATEMENT("carries out"),
    /** A file is read. */
    FILE("reads file"),
    /** A folder or file in which data is kept: read, made and deleted in. */
    FOLDER("works in"),
    /** A block device, or a file that was there before, is written over. */
    DEVICE("writes over"),
    /** A password or token is looked up. */
    SECRET("uses secret"),
    /** A server is connected to. */
    ADDRESS("connects to"),
    /** A place on a server, or a dataset, is filled and dropped. */
    DATA("works on"),
    /** Nobody has said what: a driver from elsewhere may have such. It counts as reaching anything. */
    UNDECLARED("is given");

    private final String verb;

    Reach(String verb) {
        this.verb = verb;
    }

    /** How it is told, in front of what is reached. */
    public String verb() {
        return verb;
    }
}
