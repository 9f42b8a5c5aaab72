package dev.tidemark.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows of CONTRIBUTING.md. It lives in the module that sees all others. */
class ArchitectureTest {

    /** Of each module, the modules it may use. What is not named here is a driver or a rig, which may use core. */
    private static final Map<String, Set<String>> ARROWS = Map.of(
            "cli", Set.of("web", "app", "report", "store", "launch", "core"),
            "web", Set.of("app", "report", "store", "launch", "core"),
            "app", Set.of("store", "launch", "core"),
            "report", Set.of("core"),
            "store", Set.of("core"),
            "launch", Set.of("core"),
            "core", Set.of());

    /** The packages of core; each may use only those before it. */
    static final List<String> CORE = List.of("time", "os", "param", "stat", "result", "data", "measure", "driver",
            "rig", "load", "workload", "plan", "run", "experiment");

    private static final Map<String, Set<String>> WAITING_AND_TIME_READING = Map.of(
            "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
            "java.lang.Thread", Set.of("sleep", "onSpinWait"),
            "java.util.concurrent.TimeUnit", Set.of("sleep"),
            "java.util.concurrent.locks.LockSupport", Set.of("park", "parkNanos", "parkUntil"),
            "java.time.Instant", Set.of("now"),
            "java.time.LocalDateTime", Set.of("now"),
            "java.time.ZonedDateTime", Set.of("now"));

    /** Methods that take the default locale where they are given none. */
    private static final Map<String, Set<String>> OF_LOCALE = Map.of(
            "java.lang.String", Set.of("format", "formatted", "toLowerCase", "toUpperCase"),
            "java.io.PrintStream", Set.of("format", "printf"),
            "java.io.PrintWriter", Set.of("format", "printf"),
            "java.text.NumberFormat", Set.of("getInstance", "getNumberInstance", "getPercentInstance"),
            "java.text.DecimalFormat", Set.of("<init>"),
            "java.text.SimpleDateFormat", Set.of("<init>"),
            "java.util.Formatter", Set.of("<init>"),
            "java.util.Scanner", Set.of("<init>"),
            "java.time.format.DateTimeFormatter", Set.of("ofPattern"));

    private static final Map<String, Set<String>> OPENING_TEXT = Map.of(
            "java.nio.file.Files", Set.of("readString", "readAllLines", "lines", "newBufferedReader"),
            "java.io.FileReader", Set.of("<init>"),
            "java.util.zip.GZIPInputStream", Set.of("<init>"));

    private static final String[] ENGINES = {"com.datastax..", "com.marklogic..", "okhttp3..", "org.fusesource..",
        "org.h2..", "org.lmdbjava..", "org.mariadb..", "org.apache.lucene..", "org.apache.solr..",
        "org.apache.zookeeper..", "org.basex..", "org.opensearch..", "org.postgresql..", "org.rocksdb..", "redis.clients.."};

    private static final DescribedPredicate<JavaClass> MAIN = resideInAnyPackage(
            ARROWS.keySet().stream().map(ArchitectureTest::inModule).toArray(String[]::new));

    private static final DescribedPredicate<JavaClass> DRIVERS =
            resideInAPackage("dev.tidemark..").and(DescribedPredicate.not(MAIN)).as("drivers");

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/dev/tidemark/driver/contract/")) // tests to extend
            .importPackages("dev.tidemark");

    static Set<String> modules() {
        return ARROWS.keySet();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void moduleUsesOnlyWhatItsArrowsPointTo(String module) {
        DescribedPredicate<JavaClass> allowed = resideInAnyPackage(
                Stream.concat(Stream.of(module), ARROWS.get(module).stream())
                        .map(ArchitectureTest::inModule).toArray(String[]::new));
        noClasses().that().resideInAPackage(inModule(module))
                .should().dependOnClassesThat(resideInAPackage("dev.tidemark..").and(DescribedPredicate.not(allowed)))
                .allowEmptyShould(true).check(ALL);
    }

    @Test
    void driversUseCoreAndNoOtherModule() {
        noClasses().that(DRIVERS)
                .should().dependOnClassesThat(MAIN.and(DescribedPredicate.not(resideInAPackage(inModule("core")))))
                .allowEmptyShould(true).check(ALL);
    }

    @ParameterizedTest
    @FieldSource("CORE")
    void packageOfCoreUsesOnlyThoseBeforeIt(String name) {
        String[] later = CORE.subList(CORE.indexOf(name) + 1, CORE.size()).stream()
                .map(ArchitectureTest::inCore).toArray(String[]::new);
        noClasses().that().resideInAPackage(inCore(name)).should().dependOnClassesThat(resideInAnyPackage(later))
                .allowEmptyShould(true).check(ALL);
    }

    @Test
    void everyPackageOfCoreHasItsPlaceInTheOrder() {
        assertThat(ALL.stream().map(JavaClass::getPackageName).filter(p -> p.startsWith("dev.tidemark.core"))
                .map(p -> p.split("\\.")).map(p -> p.length > 3 ? p[3] : "(core itself)")).isNotEmpty()
                .isSubsetOf(CORE);
    }

    /** Every package by itself: those within others, too. */
    @Test
    void noPackagesUseEachOtherInACircle() {
        slices().matching("dev.tidemark.(**)").should().beFreeOfCycles().check(ALL);
    }

    /** But for what an engine's own library is asked past its Java side. */
    @Test
    void theOperatingSystemIsCalledInOnePlace() {
        noClasses().that().resideOutsideOfPackages(inCore("os"), "dev.tidemark.driver.lmdb")
                .should().dependOnClassesThat(JavaClass.Predicates.type(Linker.class)).check(ALL);
    }

    @Test
    void onlyTheClockWaitsAndReadsTheTime() {
        noClasses().that().resideOutsideOfPackage(inCore("time"))
                .should().accessTargetWhere(describe("it waits or reads the time", ArchitectureTest::waitsOrReadsTime))
                .allowEmptyShould(true).check(ALL);
    }

    @Test
    void onlyDriversTouchEngines() {
        noClasses().that(MAIN).should().dependOnClassesThat(resideInAnyPackage(ENGINES))
                .allowEmptyShould(true).check(ALL);
    }

    @Test
    void coreIsSilentButForTheRunner() {
        noClasses().that().resideInAPackage(inModule("core")).and().resideOutsideOfPackage(inCore("run"))
                .should().dependOnClassesThat(resideInAPackage("java.util.logging.."))
                .orShould().accessField(System.class, "out")
                .orShould().accessField(System.class, "err")
                .allowEmptyShould(true).check(ALL);
    }

    /** A digit or a lower case of the user's language would reach files, names and other programs. */
    @Test
    void nothingIsWrittenInTheLocaleOfWhoeverRunsIt() {
        noClasses().should().accessTargetWhere(describe("it takes the default locale", ArchitectureTest::takesLocale))
                .check(ALL);
    }

    /** A byte order mark, an encoding or a packing is the same matter in every file of a user's. */
    @Test
    void usersTextIsOpenedInOnePlace() {
        noClasses().that().resideInAnyPackage(Stream.concat(Stream.of("param", "data", "load", "workload", "experiment")
                .map(ArchitectureTest::inCore), Stream.of("dev.tidemark.store.transfer..", inModule("app"),
                inModule("cli"))).toArray(String[]::new))
                .should().accessTargetWhere(describe("it opens a text", access -> OPENING_TEXT.getOrDefault(
                        access.getTargetOwner().getName(), Set.of()).contains(access.getName()))).check(ALL);
    }

    private static boolean takesLocale(JavaAccess<?> access) {
        return access.getTarget() instanceof AccessTarget.CodeUnitCallTarget call && OF_LOCALE.getOrDefault(
                call.getOwner().getName(), Set.of()).contains(call.getName())
                && call.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Locale.class));
    }

    private static boolean waitsOrReadsTime(JavaAccess<?> access) {
        return WAITING_AND_TIME_READING.getOrDefault(access.getTargetOwner().getName(), Set.of())
                .contains(access.getTarget().getName());
    }

    private static String inModule(String module) {
        return "dev.tidemark." + module + "..";
    }

    private static String inCore(String name) {
        return "dev.tidemark.core." + name + "..";
    }
}
