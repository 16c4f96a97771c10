package io.kintsugi.core.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.function.FlatMapFunction;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.MapFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FunctionTypesTest {
    record Word(String text, List<Letter> letters) {
        static Word of(String text) {
            return new Word(text, List.of());
        }

        void spell(Output<Letter> out) {
            letters.forEach(out::emit);
        }

        long length() {
            return text.length();
        }
    }

    record Letter(char character) {}

    @Test
    void aLambdaTellsTheClassThatItReturns() {
        assertThat(returned((String text) -> Word.of(text))).contains(RecordType.of(Word.class));
    }

    @Test
    void aLambdaThatCapturesValuesTellsItToo() {
        Word captured = Word.of("captured");

        assertThat(returned((String text) -> captured)).contains(RecordType.of(Word.class));
    }

    @Test
    void aPrimitiveResultIsFoundAsItsBox() {
        assertThat(returned((Word word) -> word.length() + 1)).contains(RecordType.of(Long.class));
        assertThat(returned(Word::length)).contains(RecordType.of(Long.class));
        assertThat(returned((Word word) -> word.text().isEmpty())).contains(RecordType.of(Boolean.class));
    }

    @Test
    void methodAndConstructorReferencesTellTheirResult() {
        assertThat(returned(Word::of)).contains(RecordType.of(Word.class));
        assertThat(returned((MapFunction<Character, Letter>) Letter::new)).contains(RecordType.of(Letter.class));
        assertThat(returned("x"::concat)).contains(RecordType.of(String.class));
    }

    @Test
    void aMethodReferenceAlsoTellsWhatIsInAList() {
        assertThat(returned(Word::letters)).contains(new RecordType(List.class, List.of(Letter.class)));
    }

    @Test
    void aLambdaDoesNotTellWhatIsInAList() {
        assertThat(returned((Word word) -> word.letters())).contains(RecordType.of(List.class));
    }

    @Test
    void aLambdaThatReturnsArraysTellsTheirClass() {
        assertThat(returned((Word word) -> new Letter[0])).contains(RecordType.of(Letter[].class));
        assertThat(returned((Word word) -> new double[] {1})).contains(RecordType.of(double[].class));
    }

    @Test
    void aLambdaInAGenericMethodKnowsNothing() {
        assertThat(returned(FunctionTypesTest.<Word>identity())).isEmpty();
    }

    @Test
    void anAnonymousClassTellsItsTypeArgumentsInFull() {
        MapFunction<Word, Map<String, List<Letter>>> function = new MapFunction<>() {
            @Override
            public Map<String, List<Letter>> map(Word word) {
                return Map.of();
            }
        };

        assertThat(returned(function))
                .contains(new RecordType(Map.class, List.of(String.class, List.class, Letter.class)));
    }

    @Test
    void aClassTellsWhatItsParentsLeftOpen() {
        assertThat(FunctionTypes.returned(new Lists(), MapFunction.class, 1))
                .contains(new RecordType(List.class, List.of(Letter.class)));
        assertThat(FunctionTypes.returned(new Arrays(), MapFunction.class, 1)).contains(RecordType.of(Letter[].class));
    }

    @Test
    void aGenericClassKnowsNothingOfWhatNobodyFilledIn() {
        assertThat(FunctionTypes.returned(new Listing<Letter>(), MapFunction.class, 1))
                .contains(new RecordType(List.class, List.of(Object.class)));
        assertThat(FunctionTypes.returned(new Same<Letter>(), MapFunction.class, 1))
                .isEmpty();
    }

    @Test
    void aRawTypeInsideAnotherMayHoldAnything() {
        assertThat(FunctionTypes.returned(new Raw(), MapFunction.class, 1))
                .contains(new RecordType(List.class, List.of(List.class, Object.class)));
    }

    @Test
    void aFlatMapLambdaCannotTellButAMethodReferenceCan() {
        FlatMapFunction<Word, Letter> lambda = (word, out) -> out.emit(new Letter('a'));
        FlatMapFunction<Word, Letter> ownMethod = Word::spell;
        FlatMapFunction<Word, Letter> otherMethod = FunctionTypesTest::spell;

        assertThat(emitted(lambda)).isEmpty();
        assertThat(emitted(ownMethod)).contains(RecordType.of(Letter.class));
        assertThat(emitted(otherMethod)).contains(RecordType.of(Letter.class));
    }

    @Test
    void aFlatMapToAGenericMethodCannotTell() {
        FlatMapFunction<Word, Word> function = FunctionTypesTest::repeat;

        assertThat(emitted(function)).isEmpty();
    }

    @Test
    void aKeyLambdaTellsTheClassOfItsKey() {
        KeyFunction<Word, String> key = word -> word.text();

        assertThat(FunctionTypes.returned(key, KeyFunction.class, 1)).contains(RecordType.of(String.class));
    }

    @Test
    void aProcessFunctionIsAskedThroughItsSupplier() {
        assertThat(FunctionTypes.supplied("spell", Speller::new, KeyedProcessFunction.class, 2))
                .contains(RecordType.of(Letter.class));
        ProcessFunction<Word, Letter> lambda = (word, context, out) -> {};
        assertThat(FunctionTypes.supplied("lambda", () -> lambda, ProcessFunction.class, 1))
                .isEmpty();
    }

    private static <T, R> Optional<RecordType> returned(MapFunction<T, R> function) {
        return FunctionTypes.returned(function, MapFunction.class, 1);
    }

    private static Optional<RecordType> emitted(FlatMapFunction<?, ?> function) {
        return FunctionTypes.emitted(function, FlatMapFunction.class, 1, Output.class);
    }

    private static <T> MapFunction<T, T> identity() {
        return value -> value;
    }

    private static void spell(Word word, Output<Letter> out) {
        word.spell(out);
    }

    private static <T> void repeat(T value, Output<T> out) {
        out.emit(value);
    }

    private static class Listing<T> implements MapFunction<T, List<T>> {
        @Override
        public List<T> map(T value) {
            return List.of(value);
        }
    }

    private static final class Lists extends Listing<Letter> {}

    private abstract static class ToArrays<S, T> implements MapFunction<S, T[]> {}

    private static final class Arrays extends ToArrays<Word, Letter> {
        @Override
        public Letter[] map(Word word) {
            return new Letter[0];
        }
    }

    private static final class Same<T> implements MapFunction<T, T> {
        @Override
        public T map(T value) {
            return value;
        }
    }

    @SuppressWarnings("rawtypes") // The case under test.
    private static final class Raw implements MapFunction<Word, List<List>> {
        @Override
        public List<List> map(Word word) {
            return List.of();
        }
    }

    private static final class Speller implements KeyedProcessFunction<String, Word, Letter> {
        @Override
        public void process(String key, Word word, ProcessContext context, Output<Letter> out) {
            word.spell(out);
        }
    }
}
