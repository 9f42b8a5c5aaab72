package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.support.TypedTargets;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import org.junit.jupiter.api.Test;

class TypedTargetsTest {

    @Test
    void commasAmongHostsPartNoTargets() {
        assertThat(TypedTargets.split("postgres://ada:a,b@h1:1,h2:2/shop,redis,mysql://h3")).containsExactly(
                "postgres://ada:a,b@h1:1,h2:2/shop", "redis", "mysql://h3");
        assertThat(TypedTargets.split("rocksdb,lmdb")).containsExactly("rocksdb", "lmdb");
        assertThat(TypedTargets.split("solr://a,b/books,solr://c/books")).containsExactly("solr://a,b/books",
                "solr://c/books");
    }

    @Test
    void aPasswordIsTakenOutWhereverATargetIsNamed() {
        List<String> said = new ArrayList<>();
        DocumentNode.Mapping taken = new TypedTargets().taken(ExperimentReader.document("""
                label: l
                workload: script
                target: postgres://a:Pl4nted@db1/x
                targets: {one: 'postgres://b:Pl4nted@db1/x', two: {driver: redis}}
                vary: {target: ['postgres://c:Pl4nted@db1/x', two], scale: [1, 2]}
                points: [{target: 'postgres://d:Pl4nted@db1/x'}]
                """, "t.yaml"), said::add);
        assertThat(taken.toString()).doesNotContain("Pl4nted").contains("a:***@", "b:***@", "c:***@", "d:***@");
        assertThat(said).singleElement().asString().startsWith("warning: the password in the URL is stored nowhere")
                .doesNotContain("Pl4nted");
    }
}
