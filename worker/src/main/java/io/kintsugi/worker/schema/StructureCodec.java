package io.kintsugi.worker.schema;

import io.kintsugi.core.type.StoredType;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records and classes, field by field. */
final class StructureCodec extends FieldsCodec {
    private final StoredType.Structure structure;
    /** Until all fields are known: who contains itself counts as mutable. */
    private boolean mutable = true;

    StructureCodec(StoredType.Structure structure) {
        super(structure.name());
        this.structure = structure;
    }

    @Override
    void fields(List<Field> found) {
        super.fields(found);
        boolean changes = structure.members().stream()
                .anyMatch(member -> !Modifier.isFinal(member.field().getModifiers()));
        mutable = changes || found.stream().anyMatch(field -> field.codec().mutable());
    }

    @Override
    @Nullable
    Object part(Object value, int field) {
        return Instances.get(structure.members().get(field).field(), value);
    }

    @Override
    Object make(@Nullable Object[] parts) {
        if (structure.type().isRecord()) {
            return Instances.make(structure.constructor(), parts);
        }
        Object made = Instances.make(structure.constructor());
        for (int i = 0; i < parts.length; i++) {
            Instances.set(structure.members().get(i).field(), made, parts[i]);
        }
        return made;
    }

    @Override
    public boolean mutable() {
        return mutable;
    }

    @Override
    public Object copy(Object value) {
        if (!mutable) {
            return value;
        }
        @Nullable Object[] parts = new Object[fields().size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = fields().get(i).codec().copyOrNull(part(value, i));
        }
        return make(parts);
    }
}
