package io.kintsugi.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class JsonLinesTest {
    record Point(int x, double y) {}

    private enum Colour {
        GOLD
    }

    @SuppressWarnings("ArrayRecordComponent") // Users have such records.
    private record Bowl(String name, Colour seam, List<Point> cracks, long[] sizes, boolean whole, Object maker) {}

    @Test
    void writesARecordInTheOrderOfItsComponents() {
        Bowl bowl = new Bowl("tea", Colour.GOLD, List.of(new Point(1, 0.5)), new long[] {7, 8}, true, null);

        assertThat(JsonLines.format(bowl))
                .isEqualTo("{\"name\":\"tea\",\"seam\":\"GOLD\",\"cracks\":[{\"x\":1,\"y\":0.5}],\"sizes\":[7,8],"
                        + "\"whole\":true,\"maker\":null}");
    }

    @Test
    void escapesWhatJsonDoesNotAllowInText() {
        assertThat(JsonLines.format("a\"b\\c\nd\te\u0001f😀")).isEqualTo("\"a\\\"b\\\\c\\nd\\te\\u0001f😀\"");
    }

    @Test
    void writesMapsAndNumbersThatJsonCannotExpress() {
        TreeMap<String, Object> map = new TreeMap<>();
        map.put("a", Double.NaN);
        map.put("b", Float.POSITIVE_INFINITY);
        map.put("c", 1e300);

        assertThat(JsonLines.format(map)).isEqualTo("{\"a\":null,\"b\":null,\"c\":1.0E300}");
    }

    @Test
    void refusesWhatHasNoEnd() {
        List<Object> endless = new ArrayList<>();
        endless.add(endless);

        assertThatThrownBy(() -> JsonLines.format(endless)).hasMessageContaining("deeper than 100");
    }
}
