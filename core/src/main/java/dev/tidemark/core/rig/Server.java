package dev.tidemark.core.rig;

import java.util.Map;

/** A server of a rig that runs and answers. It outlives the process that has started it. */
public interface Server {

    /** The rig's name. */
    String rig();

    /** As targets have it: {@code 127.0.0.1:PORT}. */
    String address();

    /** The number of its process. */
    long process();

    /** The settings with which it was started, as texts, by name. */
    Map<String, String> settings();

    /** The settings of the rig's driver by which a target reaches it. */
    Map<String, String> target();
}
