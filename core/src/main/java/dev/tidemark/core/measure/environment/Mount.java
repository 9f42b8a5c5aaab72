package dev.tidemark.core.measure.environment;

import module java.base;

/**
 * A mounted file system: a line of {@code /proc/self/mountinfo}, see proc_pid_mountinfo(5).
 *
 * @param device  major and minor number, as in 8:1
 * @param point   where it is mounted
 * @param type    its file system's type
 * @param source  what is mounted, such as {@code /dev/sda1}
 * @param options of the mount and of the file system, without those that hold paths, names or addresses
 */
record Mount(String device, Path point, String type, String source, String options) {

    private static final Set<String> PRIVATE = Set.of("lowerdir", "upperdir", "workdir", "username", "user", "domain",
            "password", "credentials", "addr", "clientaddr", "mountaddr", "srcaddr", "uid", "gid", "user_id",
            "group_id", "unc", "subvol", "fd", "rfdno", "wfdno", "context", "secret", "name", "mon_addr", "cache_fid");
    private static final Set<String> NETWORK = Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "9p",
            "lustre", "gpfs", "beegfs", "glusterfs", "fuse.glusterfs", "fuse.sshfs", "fuse.s3fs", "fuse.gcsfuse",
            "ocfs2", "gfs2", "webdav", "afpfs");
    /** Types of file systems that lie in memory. */
    static final Set<String> MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs", "hugetlbfs");

    /** Reads all lines that have the expected form. */
    static List<Mount> parse(List<String> lines) {
        return lines.stream().map(Mount::parse).flatMap(Optional::stream).toList();
    }

    private static Optional<Mount> parse(String line) {
        List<String> fields = List.of(line.split(" "));
        int dash = fields.indexOf("-");
        if (dash < 6 || fields.size() < dash + 4) {
            return Optional.empty();
        }
        return Optional.of(new Mount(fields.get(2), Path.of(unescaped(fields.get(4))), fields.get(dash + 1),
                unescaped(fields.get(dash + 2)), options(fields.get(5), fields.get(dash + 3))));
    }

    private static String options(String ofMount, String ofFileSystem) {
        return Stream.of(ofMount, ofFileSystem).flatMap(options -> Arrays.stream(options.split(",")))
                .filter(option -> !PRIVATE.contains(option.replaceAll("[+=].*", "")))
                .collect(Collectors.collectingAndThen(Collectors.toCollection(LinkedHashSet::new),
                        options -> String.join(",", options)));
    }

    /** Blanks, tabs, line ends and backslashes are written as a backslash and three octal digits. */
    private static String unescaped(String field) {
        byte[] from = field.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream to = new ByteArrayOutputStream(from.length);
        for (int i = 0; i < from.length; i++) {
            if (from[i] == '\\' && i + 3 < from.length) {
                to.write((from[i + 1] - '0') << 6 | (from[i + 2] - '0') << 3 | (from[i + 3] - '0'));
                i += 3;
            } else {
                to.write(from[i]);
            }
        }
        return to.toString(StandardCharsets.UTF_8);
    }

    /** The mount that a path lies on: the deepest one above it; of several at one point the last covers the others. */
    static Optional<Mount> of(Path realPath, List<Mount> mounts) {
        return mounts.stream().filter(mount -> realPath.startsWith(mount.point()))
                .reduce((a, b) -> b.point().getNameCount() >= a.point().getNameCount() ? b : a);
    }

    boolean isNetwork() {
        return NETWORK.contains(type);
    }

    boolean isMemory() {
        return MEMORY.contains(type);
    }

    boolean isOverlay() {
        return type.equals("overlay") || type.equals("aufs");
    }
}
