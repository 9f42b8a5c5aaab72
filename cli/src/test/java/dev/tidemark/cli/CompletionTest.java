package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionTest {

    @TempDir
    Path folder;
    private Program program;

    @BeforeEach
    void begin() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void end() {
        program.close();
    }

    /** What can follow; the last word is empty where the line ends with a space. */
    private List<String> after(String line) {
        List<String> words = new ArrayList<>(List.of("complete", "--"));
        words.addAll(Arrays.asList(line.split(" ", -1)));
        return program.run(words.toArray(String[]::new)).ok().out().lines().map(l -> l.split("\t")[0]).toList();
    }

    @Test
    void commandsAreCompleted() {
        assertThat(after("")).contains("demo", "list", "ingest", "help").doesNotContain("complete", "--help");
        assertThat(after("re")).containsExactly("report", "rename", "recompute");
        assertThat(after("job ")).contains("add", "list", "pause");
        assertThat(after("help dri")).containsExactly("drivers");
        assertThat(after("nonsense x")).isEmpty();
    }

    @Test
    void optionsAreCompletedByTheirPresentNamesAndThoseOfDriversForTheChosenTarget() {
        assertThat(after("list --")).contains("--json", "--store", "--help");
        assertThat(after("ingest --mem")).containsExactly("--memtable", "--memory-limit");
        assertThat(after("ingest --target sqlite --")).contains("--page-size", "--workers", "--label", "--warm-up")
                .doesNotContain("--memtable", "--thread-count");
        program.run("target", "add", "small", "--driver", "lmdb").ok();
        assertThat(after("ingest --target small --map")).containsExactly("--map-size");
    }

    @ParameterizedTest
    @CsvSource({"'ingest --target rock', rocksdb", "'ingest --target null,pos', 'null,postgres'",
        "'ingest --target=rock', --target=rocksdb", "'ingest --sync f', false", "'ingest --sync=f', --sync=false",
        "'target add x --driver lm', lmdb", "'defaults show que', query", "'rig start pos', postgres",
        "'ingest --set payl', payload=", "'ingest --set blind-insert=t', blind-insert=true",
        "'ingest --set=blind-insert=t', --set=blind-insert=true",
        "'params batch', batch-size", "'ingest --expect elap', elapsed=", "'completion z', zsh"})
    void valuesAreCompleted(String line, String candidate) {
        assertThat(after(line)).containsExactly(candidate);
    }

    @Test
    void labelsTargetsAndDatasetsOfTheStoreAreCompletedAndNoStoreIsMade() {
        assertThat(after("report ")).isEmpty();
        assertThat(program.store()).doesNotExist();

        program.run("ingest", "--target", "null", "--label", "night", "--documents", "5", "--warm-up", "none").ok();
        program.run("target", "add", "nightly", "--driver", "null").ok();
        assertThat(after("report n")).containsExactly("night");
        assertThat(after("compare night ni")).containsExactly("night");
        assertThat(after("target remove ")).containsExactly("nightly");
        assertThat(after("doctor --target nig")).containsExactly("nightly");
        Path other = folder.resolve("other.db");
        assertThat(Program.onStore(other, "complete", "--", "--store", program.store().toString(), "show", "").ok()
                .out()).startsWith("night\t");
        assertThat(other).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void everyShellHasAScriptThatAsksTheProgram(String shell) {
        assertThat(program.run("completion", shell).ok().out()).startsWith("#").contains("complete -- ")
                .contains("tidemark completion " + shell);
    }

    @Test
    void theScriptIsWholeWhereTheProcessEnds() throws Exception {
        assertThat(program.finish(program.start(program.command("completion", "bash"))).ok().out())
                .isEqualTo(program.run("completion", "bash").ok().out());
    }

    @Test
    void anUnknownShellIsRefusedInOneLine() {
        assertThat(program.refused("completion", "ksh")).contains("ksh", "bash, zsh, fish");
    }

    // ---- In bash itself ----

    @ParameterizedTest
    @CsvSource({"'tidemark com', 'tidemark com', 'compare completion'",
        "'tidemark ingest --sync=f', 'tidemark ingest --sync = f', false",
        "'tidemark ingest --set blind-insert=', 'tidemark ingest --set blind-insert =', 'true false'",
        "'tidemark ./no', 'tidemark ./no', ''",
        "'tidemark sho|w', 'tidemark show', show"})
    void bashCompletes(String line, String words, String expected) throws Exception {
        assertThat(bash(line, words)).isEqualTo(expected);
    }

    @Test
    void aLabelWithASpaceIsQuotedForBash() throws Exception {
        program.run("ingest", "--target", "null", "--label", "last night", "--documents", "5", "--warm-up",
                "none").ok();
        assertThat(bash("tidemark report la", "tidemark report la")).isEqualTo("last\\ night");
    }

    /**
     * @param line  with a stroke where the cursor is; else it is at the end
     * @param words as bash divides the line, with spaces between
     */
    private String bash(String line, String words) throws Exception {
        Path script = Files.writeString(folder.resolve("completion"), program.run("completion", "bash").ok().out());
        Path tidemark = Files.writeString(folder.resolve("tidemark"), "#!/bin/sh\nexec " + program.command().stream()
                .map(w -> "'" + w + "'").collect(Collectors.joining(" ")) + " \"$@\"\n");
        Files.setPosixFilePermissions(tidemark, PosixFilePermissions.fromString("rwx------"));
        List<String> command = Stream.concat(Stream.of("bash", "-c", """
                compopt() { :; }
                source "$1"; shift; before=${1%%|*}; COMP_LINE=${1/|}; shift; COMP_POINT=${#before}
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); current=${COMP_WORDS[COMP_CWORD]}
                [[ $current == [=:] ]] && current=
                [[ $COMP_POINT != ${#COMP_LINE} ]] && current=${before##* }
                complete -p tidemark | grep -q _tidemark || exit 3
                _tidemark tidemark "$current"
                echo "${COMPREPLY[*]}"
                """, "bash", script.toString(), line), Stream.of(words.split(" "))).toList();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        return program.finish(builder.start()).ok().out().strip();
    }
}
