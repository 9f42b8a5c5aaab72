package dev.tidemark.cli;

import module java.base;

/**
 * Gives the classes of a jar the present format, in place. picocli is compiled for Java 5, and the JVM keeps no class
 * of before Java 6 in its ahead-of-time cache, so that every start would load and verify them anew, by the old way that
 * infers types: a quarter of what {@code tidemark --version} takes. Only what verifying needs is added, the maps of the
 * stack; no instruction changes. To be left out when the oldest JDK that Tidemark runs on caches such classes.
 *
 * <p>The launcher runs it once after each build, before {@link AotTraining}. What it makes depends on the jar and the
 * JVM alone and has the jar's time, by which the JVM tells whether a cache fits: two that do so at once do no harm.
 */
public final class CurrentClassFiles {

    private static final int OLDEST_CACHED = ClassFile.JAVA_6_VERSION;

    private CurrentClassFiles() {}

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        Path converted = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
        try {
            convert(file, converted);
            if (!Files.getOwner(converted).equals(Files.getOwner(file))) {
                return; // whoever built it must be able to build it again
            }
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(converted, Files.getPosixFilePermissions(file));
            }
            Files.setLastModifiedTime(converted, Files.getLastModifiedTime(file));
            Files.move(converted, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(converted);
        }
    }

    private static void convert(Path file, Path converted) throws IOException {
        try (JarFile jar = new JarFile(file.toFile());
                URLClassLoader classes = new URLClassLoader(new URL[]{file.toUri().toURL()});
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(converted))) {
            ClassFile format = ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)));
            for (ZipEntry entry : Collections.list(jar.entries())) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                byte[] bytes = jar.getInputStream(entry).readAllBytes();
                out.write(entry.getName().endsWith(".class") ? current(format, bytes) : bytes);
            }
        }
    }

    private static byte[] current(ClassFile format, byte[] bytes) {
        ClassModel old = format.parse(bytes);
        if (old.majorVersion() >= OLDEST_CACHED) {
            return bytes;
        }
        return format.build(old.thisClass().asSymbol(), builder -> {
            for (ClassElement element : old) {
                switch (element) {
                    case ClassFileVersion _ -> builder.withVersion(ClassFile.latestMajorVersion(), 0);
                    // Code that is passed through as it is keeps its lack of maps.
                    case MethodModel method -> builder.transformMethod(method,
                            MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
                    default -> builder.with(element);
                }
            }
        });
    }
}
