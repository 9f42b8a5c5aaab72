package dev.tidemark.report.html;

import module java.base;

/** Texts from the class path that go into every report. */
final class Resources {

    private static final String ECHARTS = "META-INF/maven/org.webjars/echarts/pom.properties";

    private Resources() {}

    static String own(String name) {
        return text("dev/tidemark/report/html/" + name);
    }

    /** The chart library in the build that has lines, tooltips, bands and the SVG renderer, and no more. */
    static String echarts() {
        Properties properties = new Properties();
        try (InputStream in = open(ECHARTS)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text("META-INF/resources/webjars/echarts/" + properties.getProperty("version")
                + "/echarts.common.min.js");
    }

    private static String text(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = Resources.class.getClassLoader().getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException(name + " is not on the class path");
        }
        return in;
    }
}
