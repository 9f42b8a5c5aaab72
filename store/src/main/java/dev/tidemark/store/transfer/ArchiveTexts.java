package dev.tidemark.store.transfer;

import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.Printable;
import dev.tidemark.store.file.Json;
import java.util.function.BiConsumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * The JSON of an archive. No text in it, whatever it is, steers a terminal or turns the direction of writing: what a
 * server or a command has said is written with such characters as their codes, and a text that comes with them is
 * refused.
 */
final class ArchiveTexts {

    static final JsonMapper MAPPER = Json.MAPPER.rebuild().addModule(new SimpleModule("archive")
            .addSerializer(String.class, new Written((out, text) -> out.writeString(text)))
            .addKeySerializer(String.class, new Written((out, name) -> out.writeName(name)))
            .addDeserializer(String.class, new Read()).addKeyDeserializer(String.class, new ReadName())).build();

    private ArchiveTexts() {}

    private static final class Written extends StdScalarSerializer<String> {
        private final BiConsumer<JsonGenerator, String> writer;

        Written(BiConsumer<JsonGenerator, String> writer) {
            super(String.class);
            this.writer = writer;
        }

        @Override
        public void serialize(String text, JsonGenerator out, SerializationContext context) {
            writer.accept(out, Printable.lines(text));
        }
    }

    private static final class Read extends StdScalarDeserializer<String> {
        Read() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser in, DeserializationContext context) {
            String text = in.getValueAsString();
            if (text == null) {
                return (String) context.handleUnexpectedToken(getValueType(context), in);
            }
            return checked(text, in);
        }
    }

    private static final class ReadName extends KeyDeserializer {
        @Override
        public Object deserializeKey(String name, DeserializationContext context) {
            return checked(name, context.getParser());
        }
    }

    private static String checked(String text, JsonParser in) {
        String plain = text.replace("\r\n", "\n");
        PlainText.wrongInLines(plain).ifPresent(wrong -> {
            throw DatabindException.from(in, in.streamReadContext().pathAsPointer() + ": " + wrong);
        });
        return plain;
    }
}
