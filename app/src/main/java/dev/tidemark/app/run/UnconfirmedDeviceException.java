package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/** What was asked for writes over devices whose names were not given with it. */
public final class UnconfirmedDeviceException extends InvalidInputException {

    private final List<Path> devices;

    UnconfirmedDeviceException(List<Path> devices) {
        super("all that is on " + devices.stream().map(Path::toString).collect(Collectors.joining(" and "))
                + " would be destroyed; give the device's name once more, as destroy, to confirm it");
        this.devices = List.copyOf(devices);
    }

    /** As they were written; at least one. */
    public List<Path> devices() {
        return devices;
    }
}
