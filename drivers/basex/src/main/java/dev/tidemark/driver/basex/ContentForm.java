package dev.tidemark.driver.basex;

import module java.base;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What BaseX is given a document as, by its media type. */
enum ContentForm {

    /** A tree, which its indexes and queries see. */
    XML("application/xml"),
    /** A tree, too. */
    JSON("application/json"),
    /** Bytes, which nothing looks into. */
    BINARY("application/octet-stream");

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String MARK = "\uFEFF";
    /** What may stand before a document: white space, marks of the order of bytes, and the zeros of UTF-16. */
    private static final String BEFORE = " \t\n\r\0\u00fe\u00ff\u00ef\u00bb\u00bf";
    private static final int BEGINNING = 200;
    private static final Pattern ENCODING =
            Pattern.compile("^(?:\u00ef\u00bb\u00bf)?<\\?xml[^>]*encoding\\s*=\\s*[\"']([\\w.-]+)");
    private static final String DECLARATION = "^<\\?xml\\s[^>]*\\?>";

    private final String type;

    ContentForm(String type) {
        this.type = type;
    }

    String type() {
        return type;
    }

    /** Of a document: as it is set, or by its content. Who is no XML and no JSON from end to end is binary. */
    static ContentForm of(DocumentFormat format, byte[] content) {
        return switch (format) {
            case XML -> XML;
            case JSON -> JSON;
            case BINARY -> BINARY;
            case AUTO -> switch (first(content)) {
                case '<' -> xml(content).isPresent() ? XML : BINARY;
                case '{', '[' -> isJson(content) ? JSON : BINARY;
                default -> BINARY;
            };
        };
    }

    /** The first character that is no white space, as far as it is one of ASCII; of UTF-16 it is found, too. */
    private static char first(byte[] content) {
        for (byte b : content) {
            if (BEFORE.indexOf(b & 0xff) < 0) {
                return (char) (b & 0xff);
            }
        }
        return 0;
    }

    /** The text of XML that is well-formed, as far as it can be told without anything that it refers to. */
    private static Optional<String> xml(byte[] content) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            String text = decoded(content);
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
            while (reader.hasNext()) {
                reader.next();
            }
            return Optional.of(text);
        } catch (CharacterCodingException | XMLStreamException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /**
     * By its byte order mark, or else by its declaration, or else as UTF-8: "Extensible Markup Language 1.0", appendix
     * F.
     */
    private static String decoded(byte[] content) throws CharacterCodingException {
        int mark = content.length < 2 ? 0 : (content[0] & 0xff) << 8 | content[1] & 0xff;
        Matcher declared = ENCODING.matcher(new String(content, 0, Math.min(BEGINNING, content.length),
                StandardCharsets.ISO_8859_1));
        Charset charset = mark == 0xfeff || mark == 0xfffe ? StandardCharsets.UTF_16
                : declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
        String text = charset.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        return text.startsWith(MARK) ? text.substring(1) : text;
    }

    /** BaseX takes it as UTF-8. */
    private static boolean isJson(byte[] content) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content));
            return MAPPER.readTree(content).isContainer();
        } catch (CharacterCodingException | JacksonException e) {
            return false;
        }
    }

    /** The content as a text that a query can parse. */
    String text(byte[] content) {
        return switch (this) {
            case XML -> xml(content).orElseGet(() -> new String(content, StandardCharsets.UTF_8))
                    .replaceFirst(DECLARATION, "");
            case JSON, BINARY -> {
                String text = new String(content, StandardCharsets.UTF_8);
                yield text.startsWith(MARK) ? text.substring(1) : text;
            }
        };
    }

    /**
     * Whether what was read says what was stored: of a tree neither declarations nor the form of references are kept.
     */
    boolean isSame(byte[] read, byte[] stored) {
        try {
            return switch (this) {
                case XML -> root(read).isEqualNode(root(stored));
                case JSON -> MAPPER.readTree(read).equals(MAPPER.readTree(stored));
                case BINARY -> Arrays.equals(read, stored);
            };
        } catch (SAXException | IOException | ParserConfigurationException | JacksonException e) {
            return false;
        }
    }

    private static Element root(byte[] content) throws SAXException, IOException, ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setCoalescing(true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setErrorHandler(new DefaultHandler()); // which prints nothing
        Element root = builder.parse(new ByteArrayInputStream(content)).getDocumentElement();
        root.normalize();
        return root;
    }
}
