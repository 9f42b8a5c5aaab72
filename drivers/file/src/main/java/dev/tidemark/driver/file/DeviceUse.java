package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.driver.DriverException;

/**
 * Who uses a block device, as the kernel tells: file systems mounted from it or its partitions, devices built upon it,
 * and swap.
 *
 * @param proc where {@code self/mountinfo} and {@code swaps} lie
 * @param sys  where {@code dev/block} lies
 */
record DeviceUse(Path proc, Path sys) {

    /** A mounted file system; a line of /proc/self/mountinfo, see proc_pid_mountinfo(5). */
    record Mount(String number, String point, String source) {

        /** The third field is the device, the fifth the place, and the second after a lone hyphen the source. */
        static Mount parse(String line) {
            List<String> fields = List.of(line.split(" "));
            int hyphen = fields.indexOf("-");
            return new Mount(fields.get(2), unescape(fields.get(4)), unescape(fields.get(hyphen + 2)));
        }

        /** Spaces and the like are written as a backslash and three octal digits. */
        private static String unescape(String field) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < field.length(); i++) {
                boolean escaped = field.charAt(i) == '\\' && i + 3 < field.length();
                text.append(escaped ? (char) Integer.parseInt(field.substring(i + 1, i + 4), 8) : field.charAt(i));
                i += escaped ? 3 : 0;
            }
            return text.toString();
        }
    }

    /** Looks at a device for a moment whenever somebody has closed it, and never writes. */
    private static final String PROBER = "udev";

    static DeviceUse ofThisMachine() {
        return new DeviceUse(Path.of("/proc"), Path.of("/sys"));
    }

    /** Major and minor number of a device, as in {@code 8:1}; makedev(3). */
    static String number(Path device) throws DriverException {
        try {
            long id = ((Number) Files.getAttribute(device, "unix:rdev")).longValue();
            return (id >>> 8 & 0xfff | id >>> 32 & ~0xfffL) + ":" + (id & 0xff | id >>> 12 & ~0xffL);
        } catch (IOException e) {
            throw new DriverException(device + " cannot be reached: " + e.getMessage(), e);
        }
    }

    /**
     * Refuses a device that is in use.
     *
     * @param device without links
     * @param number as {@link #number} tells
     */
    void refuse(Path device, String number) throws DriverException {
        try {
            Optional<String> use = use(device, number);
            if (use.isPresent()) {
                throw new DriverException("destroy-data: " + device + " " + use.get());
            }
        } catch (IOException e) {
            throw new DriverException("destroy-data: it is unknown whether " + device + " is in use: "
                    + e.getMessage(), e);
        }
    }

    /**
     * Refuses a device that another process has open, as far as this user may see what others have open. To be asked
     * once the device is held: the kernel keeps nobody from opening one that is open already.
     *
     * @param device without links
     * @param number as {@link #number} tells
     */
    void refuseOpen(Path device, String number) throws DriverException {
        try {
            List<String> numbers = withPartitions(number);
            Path own = proc.resolve("self").toRealPath().getFileName();
            for (String process : names(proc)) {
                if (process.chars().allMatch(Character::isDigit) && !own.toString().equals(process)
                        && hasOpen(proc.resolve(process).resolve("fd"), device, numbers)
                        && !command(process).contains(PROBER)) {
                    throw new DriverException("destroy-data: " + device + " is held open by process " + process + " ("
                            + command(process) + "); end it first");
                }
            }
        } catch (IOException e) {
            throw new DriverException("destroy-data: it is unknown whether " + device + " is in use: "
                    + e.getMessage(), e);
        }
    }

    private static boolean hasOpen(Path descriptors, Path device, List<String> numbers) {
        try (Stream<Path> open = Files.list(descriptors)) {
            return open.anyMatch(fd -> leadsTo(fd, device, numbers));
        } catch (IOException | UncheckedIOException e) {
            return false; // it has ended, or is another user's
        }
    }

    private static boolean leadsTo(Path descriptor, Path device, List<String> numbers) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.equals(device.toString()) || target.startsWith("/")
                    && Files.readAttributes(descriptor, BasicFileAttributes.class).isOther()
                    && numbers.contains(number(descriptor));
        } catch (IOException | DriverException e) {
            return false; // closed meanwhile
        }
    }

    private String command(String process) {
        try {
            return Files.readString(proc.resolve(process).resolve("comm")).strip();
        } catch (IOException e) {
            return "ended meanwhile";
        }
    }

    private Optional<String> use(Path device, String number) throws IOException {
        List<String> numbers = withPartitions(number);
        for (String line : Files.readAllLines(proc.resolve("self/mountinfo"))) {
            Mount mount = Mount.parse(line);
            if (numbers.contains(mount.number()) || isSame(device, mount.source())) {
                return Optional.of((mount.number().equals(number) || isSame(device, mount.source()) ? "is"
                        : "has a partition that is") + " mounted at " + mount.point() + "; unmount it first");
            }
        }
        for (String each : numbers) {
            Optional<String> holder = names(block(each).resolve("holders")).stream().findFirst();
            if (holder.isPresent()) {
                return Optional.of("is part of " + holder.get() + "; take it out first");
            }
        }
        return isSwap(device) ? Optional.of("is in use as swap; switch it off first") : Optional.empty();
    }

    private List<String> withPartitions(String number) throws IOException {
        List<String> numbers = new ArrayList<>(List.of(number));
        for (String name : names(block(number))) {
            Path part = block(number).resolve(name);
            if (Files.exists(part.resolve("partition"))) {
                numbers.add(Files.readString(part.resolve("dev")).strip());
            }
        }
        return numbers;
    }

    private Path block(String number) {
        return sys.resolve("dev/block").resolve(number);
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    private boolean isSwap(Path device) throws IOException {
        Path swaps = proc.resolve("swaps");
        return Files.exists(swaps) && Files.readAllLines(swaps).stream().skip(1)
                .anyMatch(line -> isSame(device, line.split("\\s+")[0]));
    }

    private static boolean isSame(Path device, String source) {
        try {
            return source.startsWith("/") && Path.of(source).toRealPath().equals(device);
        } catch (IOException e) {
            return false;
        }
    }
}
