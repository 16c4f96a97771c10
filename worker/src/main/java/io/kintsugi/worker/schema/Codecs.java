package io.kintsugi.worker.schema;

import io.kintsugi.core.type.RecordType;
import io.kintsugi.core.type.StoredType;
import io.kintsugi.core.type.StoredTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes codecs: one schema for each class, also where it occurs several times. Used by one thread. */
public final class Codecs {
    private final Map<String, StructureCodec> structures = new LinkedHashMap<>();
    private final Map<Class<?>, EnumCodec> enums = new LinkedHashMap<>();
    private final Map<RecordType, Codec> codecs = new LinkedHashMap<>();
    private int entries;

    /** Throws {@link IllegalArgumentException} that names every field that cannot be stored. */
    public Codec of(RecordType type) {
        Codec known = codecs.get(type);
        if (known == null) {
            known = make(StoredTypes.of(type));
            codecs.put(type, known);
        }
        return known;
    }

    public Codec of(Class<?> type) {
        return of(RecordType.of(type));
    }

    private Codec make(StoredType type) {
        if (type instanceof StoredType.Scalar scalar) {
            return ScalarCodec.of(scalar.type());
        }
        if (type instanceof StoredType.Constant constant) {
            return enums.computeIfAbsent(constant.type(), EnumCodec::new);
        }
        if (type instanceof StoredType.Sequence sequence) {
            Codec element = make(sequence.element());
            boolean primitive = sequence.type().isArray()
                    && sequence.type().getComponentType().isPrimitive();
            return new SequenceCodec(sequence.type(), primitive ? element : ChoiceCodec.orNull(element));
        }
        if (type instanceof StoredType.Mapping mapping) {
            Codec key = ChoiceCodec.orNull(make(mapping.key()));
            Codec value = ChoiceCodec.orNull(make(mapping.value()));
            return new MapCodec(mapping.type(), key, value, "Entry" + ++entries);
        }
        if (type instanceof StoredType.Choice choice) {
            return ChoiceCodec.of(choice.options().stream()
                    .map(option -> new ChoiceCodec.Option(option.type(), make(option)))
                    .toList());
        }
        return make((StoredType.Structure) type);
    }

    private Codec make(StoredType.Structure structure) {
        StructureCodec known = structures.get(structure.name());
        if (known != null) {
            return known;
        }
        StructureCodec codec = new StructureCodec(structure);
        structures.put(structure.name(), codec);
        List<FieldsCodec.Field> fields = new ArrayList<>();
        for (StoredType.Member member : structure.members()) {
            Codec part = make(member.type());
            fields.add(new FieldsCodec.Field(member.name(), member.nullable() ? ChoiceCodec.orNull(part) : part));
        }
        codec.fields(fields);
        return codec;
    }
}
