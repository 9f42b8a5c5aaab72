package dev.tidemark.core.measure.environment;

import module java.base;

/**
 * A device that file systems lie on, as {@code /sys} shows it.
 *
 * @param name  its kernel name, such as {@code nvme0n1p2} or {@code dm-0}
 * @param disks folders in {@code /sys} of the disks beneath it, through partitions, volumes and arrays
 */
record BlockDevice(String name, List<Path> disks) {

    /** Paravirtual disks of KVM and of Xen, and those of the kernel's own, such as loops. */
    private static final Pattern VIRTUAL_PLACE = Pattern.compile("/(virtio\\d+|vbd-\\d+|virtual/block)/");
    /** What hypervisors and clouds call the disks that they make up. */
    private static final Pattern VIRTUAL_MODEL = Pattern.compile("(?i)\\b(qemu|vbox|vmware|virtual|xen|bhyve|"
            + "amazon elastic block store|persistentdisk|nvme_card-pd|msft nvme accelerator)\\b");

    /** The device of a mount; absent where it lies on none, as network and memory file systems do. */
    static Optional<BlockDevice> of(Mount mount, ProcFs procFs) {
        return folder(procFs.path("sys/dev/block/" + mount.device()))
                .or(() -> bySource(mount, procFs))
                .map(folder -> new BlockDevice(folder.getFileName().toString(), List.copyOf(disks(folder, procFs))));
    }

    /** Those of all members where btrfs is spread over several, of which only one is told as what is mounted. */
    private static Set<Path> disks(Path folder, ProcFs procFs) {
        return ProcFs.entries(procFs.path("sys/fs/btrfs")).stream().map(fs -> ProcFs.entries(fs.resolve("devices")))
                .filter(members -> members.stream().anyMatch(m -> m.getFileName().equals(folder.getFileName())))
                .findFirst().map(BlockDevice::disksOf).orElseGet(() -> disks(folder));
    }

    /** Some file systems, such as btrfs, have a number of their own, and tell their device only as what is mounted. */
    private static Optional<Path> bySource(Mount mount, ProcFs procFs) {
        if (!mount.source().startsWith("/dev/")) {
            return Optional.empty();
        }
        Path device = procFs.path(mount.source());
        String name = folder(device).orElse(device).getFileName().toString();
        return folder(procFs.path("sys/class/block/" + name));
    }

    private static Optional<Path> folder(Path link) {
        try {
            return Optional.of(link.toRealPath());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Set<Path> disks(Path folder) {
        List<Path> beneath = ProcFs.entries(folder.resolve("slaves"));
        if (!beneath.isEmpty()) {
            return disksOf(beneath);
        }
        return Files.exists(folder.resolve("partition")) ? disks(folder.getParent()) : Set.of(folder);
    }

    private static Set<Path> disksOf(List<Path> links) {
        return links.stream().flatMap(link -> folder(link).stream()).flatMap(f -> disks(f).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Its own name, and those of its disks where they are others: {@code dm-0 on sda, sdb}. */
    String description() {
        String beneath = disks.stream().map(disk -> disk.getFileName().toString()).sorted()
                .collect(Collectors.joining(", "));
        return beneath.equals(name) ? name : name + " on " + beneath;
    }

    Optional<String> model() {
        return ofDisks("device/model");
    }

    Optional<String> scheduler() {
        return ofDisks("queue/scheduler").map(ProcFs::chosen);
    }

    /** What the disks are; {@code virtual} where whoever made them up tells the kernel what they like. */
    Optional<String> kind() {
        Set<String> kinds = disks.stream().flatMap(disk -> kind(disk).stream()).collect(Collectors.toSet());
        return kinds.isEmpty() ? Optional.empty()
                : Optional.of(kinds.size() == 1 ? kinds.iterator().next() : "mixed");
    }

    private static Optional<String> kind(Path disk) {
        return ProcFs.text(disk.resolve("queue/rotational")).filter(flag -> !flag.isEmpty()).map(flag ->
                isVirtual(disk) ? "virtual" : flag.equals("0") ? "solid-state" : "rotational");
    }

    private static boolean isVirtual(Path disk) {
        String model = ProcFs.text(disk.resolve("device/vendor")).orElse("") + " "
                + ProcFs.text(disk.resolve("device/model")).orElse("");
        return VIRTUAL_PLACE.matcher(disk.toString()).find() || VIRTUAL_MODEL.matcher(model).find();
    }

    /** What a file says of all disks, each different text once. */
    private Optional<String> ofDisks(String file) {
        String all = disks.stream().flatMap(disk -> ProcFs.text(disk.resolve(file)).stream())
                .filter(text -> !text.isEmpty()).distinct().collect(Collectors.joining(", "));
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }
}
