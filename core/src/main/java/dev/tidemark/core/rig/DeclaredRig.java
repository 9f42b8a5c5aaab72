package dev.tidemark.core.rig;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;

/** A rig that declares in its constructor what is the same for all of its servers. */
public abstract class DeclaredRig implements Rig {

    private final String name;
    private final String summary;
    private final ParamSet params;

    /** Each as the method of its name says it. */
    protected DeclaredRig(String name, String summary, ParamSet params) {
        this.name = name;
        this.summary = summary;
        this.params = params;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final ParamSet params() {
        return params;
    }

    /** @throws InvalidInputException where the machine is no Linux with a processor for which servers in Java are run */
    protected final void requireLinux(Platform platform) {
        requireLinux(platform, List.of("amd64", "arm64"));
    }

    /** @throws InvalidInputException where the machine is no Linux with one of these processors */
    protected final void requireLinux(Platform platform, Collection<String> processors) {
        if (!platform.system().equals("linux") || !processors.contains(platform.processor())) {
            throw new InvalidInputException("rig " + name + " runs on " + processors.stream().sorted()
                    .map(processor -> "linux-" + processor).collect(Collectors.joining(" and ")) + ", not on "
                    + platform);
        }
    }
}
