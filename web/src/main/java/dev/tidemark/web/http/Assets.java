package dev.tidemark.web.http;

import module java.base;
import dev.tidemark.core.os.Sha256;
import io.javalin.http.Context;

/**
 * Style sheets and scripts, read once. Each address holds a hash of the content, so browsers keep them for good and
 * never mix two versions. Nothing but what was put in here is ever sent, whatever a path says.
 */
public final class Assets {

    private static final int HASH = 12;

    private record Asset(String type, byte[] content) {}

    private final Map<String, Asset> byAddress = new LinkedHashMap<>();
    private final Map<String, String> addresses = new LinkedHashMap<>();

    /** Adds a text under a name such as {@code web.css}. */
    public Assets add(String name, String text) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        int dot = name.lastIndexOf('.');
        String type = switch (name.substring(dot)) {
            case ".css" -> "text/css; charset=utf-8";
            case ".js" -> "text/javascript; charset=utf-8";
            case ".svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException(name);
        };
        String file = name.substring(0, dot) + "-" + Sha256.hex(content).substring(0, HASH) + name.substring(dot);
        byAddress.put(file, new Asset(type, content));
        addresses.put(name, "/assets/" + file);
        return this;
    }

    /** Adds a text of the class path. */
    public Assets addResource(String name, String resource) {
        try (InputStream in = Assets.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not on the class path");
            }
            return add(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where a browser finds it. */
    public String address(String name) {
        String address = addresses.get(name);
        if (address == null) {
            throw new IllegalArgumentException("no asset " + name);
        }
        return address;
    }

    /** Answers {@code /assets/{file}}. */
    public void send(RequestContext requestContext) {
        Context ctx = requestContext.context();
        Asset asset = byAddress.get(ctx.pathParam("file"));
        if (asset == null) {
            throw HttpException.missing("there is no such file");
        }
        ctx.contentType(asset.type());
        ctx.res().setHeader("Cache-Control", "public, max-age=31536000, immutable");
        ctx.result(asset.content());
    }
}
