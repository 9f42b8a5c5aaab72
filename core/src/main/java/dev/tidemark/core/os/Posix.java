package dev.tidemark.core.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;
import java.lang.foreign.MemoryLayout.PathElement;

/**
 * The system calls of Linux that are needed here, by the C library. Where a call fails, the answer is its error number,
 * negated. Memory is passed by address. An object holds the place into which the C library puts the error number, so
 * each thread needs its own.
 */
public final class Posix {

    public static final int RDONLY = 0;
    public static final int RDWR = 2;
    public static final int CREATE = 0100;
    public static final int EXCLUSIVE = 0200;
    /** Differs by processor. */
    public static final int DIRECT = System.getProperty("os.arch").equals("aarch64") ? 0200000 : 040000;

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int ENXIO = 6;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EBUSY = 16;
    public static final int EINVAL = 22;
    public static final int ENOSPC = 28;
    public static final int ENOSYS = 38;
    public static final int ETIME = 62;
    public static final int EOPNOTSUPP = 95;

    private static final int CLOSE_ON_EXEC = 02000000;
    private static final int F_GETFL = 3;
    private static final int DONTNEED = 4;
    private static final int PROT_READ = 1;
    private static final int PROT_WRITE = 2;
    private static final int MAP_SHARED = 1;
    private static final int MAP_POPULATE = 0x8000;
    private static final long BLKGETSIZE64 = 0x80081272L;
    private static final long BLKSSZGET = 0x1268;
    private static final long BLKZEROOUT = 0x127f;
    private static final long FIFREEZE = 0xc0045877L;
    private static final long FITHAW = 0xc0045878L;
    /** {@code FS_IOC_FIEMAP} with its structures, see the kernel's document "Fiemap Ioctl". */
    private static final long FIEMAP = 0xc020660bL;
    private static final long FIEMAP_HEAD = 32;
    private static final long FIEMAP_EXTENT = 56;
    private static final int FIEMAP_AT_ONCE = 512;
    private static final int EXTENT_LAST = 0x1;
    private static final int EXTENT_UNWRITTEN = 0x800;
    private static final int SEEK_DATA = 3;
    private static final int SEEK_HOLE = 4;
    private static final int AT_FDCWD = -100;
    private static final int STATX_DIOALIGN = 0x2000;
    private static final int STATX_BYTES = 256;
    private static final int STATX_DIO_MEMORY = 0x98;
    private static final int STATX_DIO_OFFSET = 0x9c;
    private static final int OWNER_WRITES = 0644;
    private static final long WINDOW = 1L << 30;
    /** The smallest page that there is, so that a vector of one byte per page is never too short. */
    private static final int PAGE = 4096;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    private static final MethodHandle OPEN = variadic("open", 2, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT,
            JAVA_INT));
    private static final MethodHandle CLOSE = find("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle PREAD = find("pread", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG,
            JAVA_LONG, JAVA_LONG));
    private static final MethodHandle PWRITE = find("pwrite", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG,
            JAVA_LONG, JAVA_LONG));
    private static final MethodHandle LSEEK = find("lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG,
            JAVA_INT));
    private static final MethodHandle FSYNC = find("fsync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle FTRUNCATE = find("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT,
            JAVA_LONG));
    private static final MethodHandle FALLOCATE = find("fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_LONG, JAVA_LONG));
    private static final MethodHandle FCNTL = variadic("fcntl", 2, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_LONG));
    private static final MethodHandle IOCTL = variadic("ioctl", 2, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG,
            ADDRESS));
    /** Returns the error number itself. */
    private static final MethodHandle FADVISE = find("posix_fadvise", FunctionDescriptor.of(JAVA_INT, JAVA_INT,
            JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle STATX = find("statx", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT,
            JAVA_INT, ADDRESS));
    private static final MethodHandle MMAP = find("mmap", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle MUNMAP = find("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle MINCORE = find("mincore", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG,
            ADDRESS));
    private static final MethodHandle SYSCALL = variadic("syscall", 1, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GETPAGESIZE = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("getpagesize"), FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle STRERROR = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private final MemorySegment state = Arena.ofAuto().allocate(STATE);

    private static MethodHandle find(String name, FunctionDescriptor shape) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), shape,
                Linker.Option.captureCallState("errno"));
    }

    private static MethodHandle variadic(String name, int fixed, FunctionDescriptor shape) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), shape,
                Linker.Option.captureCallState("errno"), Linker.Option.firstVariadicArg(fixed));
    }

    /** Bytes of a page of memory. */
    static int pageSize() {
        try {
            return (int) GETPAGESIZE.invokeExact();
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** What the C library calls an error. */
    public static String message(int errno) {
        try {
            MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(Long.MAX_VALUE).getString(0).toLowerCase(Locale.ROOT);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private long orError(long result) {
        return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
    }

    /** @return the descriptor */
    public int open(Path path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) orError((int) OPEN.invokeExact(state, arena.allocateFrom(path.toString()),
                    flags | CLOSE_ON_EXEC, OWNER_WRITES));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    public int close(int fd) {
        try {
            return (int) orError((int) CLOSE.invokeExact(state, fd));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** @return how many bytes were read; 0 at the file's end */
    public long read(int fd, long address, long size, long offset) {
        try {
            return orError((long) PREAD.invokeExact(state, fd, address, size, offset));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** @return how many bytes were written */
    public long write(int fd, long address, long size, long offset) {
        try {
            return orError((long) PWRITE.invokeExact(state, fd, address, size, offset));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    public int fsync(int fd) {
        try {
            return (int) orError((int) FSYNC.invokeExact(state, fd));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    public int truncate(int fd, long size) {
        try {
            return (int) orError((int) FTRUNCATE.invokeExact(state, fd, size));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Gives a file disk space up to a size, and that size. */
    public int allocate(int fd, long size) {
        try {
            return (int) orError((int) FALLOCATE.invokeExact(state, fd, 0, 0L, size));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Whether a descriptor goes past the page cache, as the kernel has it. */
    public boolean isDirect(int fd) {
        try {
            int flags = (int) FCNTL.invokeExact(state, fd, F_GETFL, 0L);
            return flags != -1 && (flags & DIRECT) != 0;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Asks the kernel to drop a file's clean pages from its cache. */
    public int dropCache(int fd) {
        try {
            return -(int) FADVISE.invokeExact(state, fd, 0L, 0L, DONTNEED);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** The size of a block device in bytes. */
    public OptionalLong deviceSize(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(JAVA_LONG);
            return (int) IOCTL.invokeExact(state, fd, BLKGETSIZE64, size) == -1 ? OptionalLong.empty()
                    : OptionalLong.of(size.get(JAVA_LONG, 0));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** The logical sector of a block device in bytes. */
    public OptionalInt deviceSector(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(JAVA_INT);
            return (int) IOCTL.invokeExact(state, fd, BLKSSZGET, size) == -1 ? OptionalInt.empty()
                    : OptionalInt.of(size.get(JAVA_INT, 0));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Fills part of a block device with zeros. */
    public int zero(int fd, long offset, long size) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) orError((int) IOCTL.invokeExact(state, fd, BLKZEROOUT,
                    arena.allocateFrom(JAVA_LONG, offset, size)));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Has the file system of an open file or folder hold back all writing, what was written before being on its device. */
    public int freeze(int fd) {
        return control(fd, FIFREEZE);
    }

    /** Lets one that is frozen go on. */
    public int thaw(int fd) {
        return control(fd, FITHAW);
    }

    private int control(int fd, long request) {
        try {
            return (int) orError((int) IOCTL.invokeExact(state, fd, request, MemorySegment.NULL));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /**
     * Bytes of a file that were ever written. The rest are holes, or blocks that were only set aside: whoever reads
     * them is given zeros by the file system, and no device is asked. Where the file system lists no extents, holes are
     * looked for.
     *
     * @param size of the file
     * @return empty where neither can be told
     */
    public OptionalLong writtenBytes(int fd, long size) {
        OptionalLong written = writtenExtents(fd, size);
        return written.isPresent() ? written : dataBytes(fd, size);
    }

    private OptionalLong writtenExtents(int fd, long size) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment map = arena.allocate(FIEMAP_HEAD + FIEMAP_AT_ONCE * FIEMAP_EXTENT, Long.BYTES);
            long written = 0;
            for (long from = 0; from < size;) {
                map.set(JAVA_LONG, 0, from);
                map.set(JAVA_LONG, 8, size - from);
                map.set(JAVA_INT, 16, 0);
                map.set(JAVA_INT, 24, FIEMAP_AT_ONCE);
                if ((int) IOCTL.invokeExact(state, fd, FIEMAP, map) == -1) {
                    return OptionalLong.empty();
                }
                long next = size;
                int count = map.get(JAVA_INT, 20);
                for (int i = 0; i < count; i++) {
                    MemorySegment extent = map.asSlice(FIEMAP_HEAD + i * FIEMAP_EXTENT, FIEMAP_EXTENT);
                    long start = Math.max(from, extent.get(JAVA_LONG, 0));
                    long end = Math.min(size, extent.get(JAVA_LONG, 0) + extent.get(JAVA_LONG, 16));
                    int flags = extent.get(JAVA_INT, 40);
                    written += (flags & EXTENT_UNWRITTEN) != 0 ? 0 : Math.max(0, end - start);
                    next = (flags & EXTENT_LAST) != 0 || count < FIEMAP_AT_ONCE ? size : end;
                }
                from = next;
            }
            return OptionalLong.of(written);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private OptionalLong dataBytes(int fd, long size) {
        try {
            long data = 0;
            for (long at = 0; at < size;) {
                long from = orError((long) LSEEK.invokeExact(state, fd, at, SEEK_DATA));
                if (from == -ENXIO) {
                    break; // none behind this
                }
                long to = from < 0 ? from : orError((long) LSEEK.invokeExact(state, fd, from, SEEK_HOLE));
                if (to < 0) {
                    return OptionalLong.empty();
                }
                data += Math.min(size, to) - Math.min(size, from);
                at = to;
            }
            return OptionalLong.of(data);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /**
     * To which multiple of bytes the offsets, sizes and buffers of direct IO on a file must be aligned, as the file
     * system tells it; 0 where it has no direct IO; empty where it does not tell (Linux before 6.1, some file systems).
     */
    public OptionalInt directAlignment(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stat = arena.allocate(STATX_BYTES, Long.BYTES);
            int failed = (int) STATX.invokeExact(state, AT_FDCWD, arena.allocateFrom(file.toString()), 0,
                    STATX_DIOALIGN, stat);
            if (failed != 0 || (stat.get(JAVA_INT, 0) & STATX_DIOALIGN) == 0) {
                return OptionalInt.empty();
            }
            return OptionalInt.of(Math.max(stat.get(JAVA_INT, STATX_DIO_MEMORY), stat.get(JAVA_INT, STATX_DIO_OFFSET)));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** How many pages of a file are in the page cache; negative when the kernel won't say. */
    public long cachedPages(int fd, long size) {
        long pages = 0;
        for (long at = 0; at < size; at += WINDOW) {
            long inWindow = cachedPages(fd, at, Math.min(WINDOW, size - at));
            if (inWindow < 0) {
                return inWindow;
            }
            pages += inWindow;
        }
        return pages;
    }

    private long cachedPages(int fd, long offset, long size) {
        long address = map(fd, offset, size, PROT_READ, MAP_SHARED);
        if (isError(address)) {
            return address;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pages = arena.allocate(size / PAGE + 1);
            long failed = orError((int) MINCORE.invokeExact(state, address, size, pages));
            return failed < 0 ? failed : pages.elements(JAVA_BYTE).filter(p -> (p.get(JAVA_BYTE, 0) & 1) != 0).count();
        } catch (Throwable e) {
            throw impossible(e);
        } finally {
            unmap(address, size);
        }
    }

    /** Maps part of what a descriptor stands for, to be read and written. */
    public long map(int fd, long offset, long size) {
        return map(fd, offset, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE);
    }

    private long map(int fd, long offset, long size, int protection, int flags) {
        try {
            return orError((long) MMAP.invokeExact(state, 0L, size, protection, flags, fd, offset));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    public void unmap(long address, long size) {
        try {
            int ignored = (int) MUNMAP.invokeExact(state, address, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Tells an address from an error number. */
    public static boolean isError(long result) {
        return result < 0 && result > -4096;
    }

    /** A system call that the C library has no function for. */
    public long call(long number, long a, long b, long c, long d, long e, long f) {
        try {
            return orError((long) SYSCALL.invokeExact(state, number, a, b, c, d, e, f));
        } catch (Throwable t) {
            throw impossible(t);
        }
    }

    private static IllegalStateException impossible(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a function of the C library could not be called", e);
    }
}
