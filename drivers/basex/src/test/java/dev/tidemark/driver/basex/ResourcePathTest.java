package dev.tidemark.driver.basex;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ResourcePathTest {

    private static final String FOLDER = "keys/0/";

    @Property
    void everyKeyComesBackOutOfItsPath(@ForAll @Size(max = 1000) byte[] key) {
        String path = ResourcePath.of(FOLDER, ByteBuffer.wrap(key));
        assertThat(ResourcePath.key(FOLDER, path)).isEqualTo(key);
        assertThat(path).startsWith(FOLDER).matches("[A-Za-z0-9=~./-]+");
        assertThat(path.split("/")).allSatisfy(name -> assertThat(name).hasSizeLessThan(255));
    }

    /** One that is as long as a name may be, and one that goes on. */
    @Test
    void noPathIsAFolderOfAnother() {
        List<String> paths = List.of(path(199), path(200), path(201), path(400), path(401));
        assertThat(paths).doesNotHaveDuplicates();
        for (String path : paths) {
            assertThat(paths).noneMatch(other -> other.startsWith(path + "/"));
        }
    }

    private static String path(int length) {
        return ResourcePath.of(FOLDER, ByteBuffer.wrap("a".repeat(length).getBytes()));
    }
}
