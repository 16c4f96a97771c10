package io.kintsugi.core.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobParametersTest {
    @Test
    void givesWhatWasSubmittedElseTheFallback() {
        JobParameters parameters = parameters("topic", "clicks", "rate", "10", "strict", "true", "share", "0.5");

        assertThat(parameters.text("topic")).isEqualTo("clicks");
        assertThat(parameters.text("topic", "none")).isEqualTo("clicks");
        assertThat(parameters.text("group", "none")).isEqualTo("none");
        assertThat(parameters.number("rate", 1, 0, 100)).isEqualTo(10);
        assertThat(parameters.number("rate", 1L, 0L, 100L)).isEqualTo(10L);
        assertThat(parameters.number("limit", 7, 0, 100)).isEqualTo(7);
        assertThat(parameters.flag("strict", false)).isTrue();
        assertThat(parameters.flag("quiet", true)).isTrue();
        assertThat(parameters.decimal("share", 1, 0, 1)).isEqualTo(0.5);
    }

    @Test
    void namesTheParameterThatIsMissing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobParameters.none().text("topic"))
                .withMessage("parameter 'topic' is needed and was not given");
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("rate", "fast").number("rate", 1, 0, 100))
                .withMessage("parameter 'rate': expected a whole number, found 'fast'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("rate", "1.5").number("rate", 1, 0, 100))
                .withMessageContaining("found '1.5'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("share", "half").decimal("share", 1, 0, 1))
                .withMessage("parameter 'share': expected a number, found 'half'");
    }

    @Test
    void refusesNumbersOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("rate", "101").number("rate", 1, 0, 100))
                .withMessage("parameter 'rate': expected 0 to 100, found 101");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("rate", "4294967297").number("rate", 1, 0, 100))
                .withMessageContaining("found 4294967297");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("share", "NaN").decimal("share", 1, 0, 1))
                .withMessage("parameter 'share': expected 0.0 to 1.0, found NaN");
    }

    @Test
    void refusesAnythingButTrueAndFalseForAFlag() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("strict", "yes").flag("strict", false))
                .withMessage("parameter 'strict': expected true or false, found 'yes'");
    }

    @Test
    void namesWhatTheBuilderNeverAskedForAndWhatItKnows() {
        JobParameters parameters = parameters("rtae", "10", "colour", "red", "topic", "clicks");
        parameters.number("rate", 1, 0, 100);
        parameters.text("topic");

        assertThatIllegalArgumentException()
                .isThrownBy(parameters::requireAllRead)
                .withMessage("parameter 'colour' is not known to this job; it can be one of rate, topic"
                        + "; parameter 'rtae' is not known to this job; did you mean 'rate'?");
    }

    @Test
    void acceptsThatAllWereRead() {
        JobParameters parameters = parameters("topic", "clicks");
        parameters.text("topic");

        assertThatNoException().isThrownBy(parameters::requireAllRead);
        assertThatNoException().isThrownBy(JobParameters.none()::requireAllRead);
    }

    @Test
    void keepsNoTieToTheMapItWasMadeFrom() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("topic", "clicks");
        JobParameters parameters = new JobParameters(values);
        values.put("topic", "changed");

        assertThat(parameters.text("topic")).isEqualTo("clicks");
    }

    private static JobParameters parameters(String... pairs) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], pairs[i + 1]);
        }
        return new JobParameters(values);
    }

    @Test
    void tellsWhatABuilderAskedForInThatOrderWithoutDoubles() {
        JobParameters parameters = new JobParameters(Map.of("rate", "5"));

        parameters.decimal("rate", 0, 0, 10);
        parameters.text("output", "");
        parameters.number("records", 7L, 0, Long.MAX_VALUE);
        parameters.flag("loud", false);
        parameters.text("rate", "again");

        assertThat(parameters.asked())
                .containsExactly(
                        new JobParameter("rate", JobParameter.Type.DECIMAL, "0.0", "0.0", "10.0"),
                        new JobParameter("output", JobParameter.Type.TEXT, "", null, null),
                        new JobParameter("records", JobParameter.Type.NUMBER, "7", "0", "9223372036854775807"),
                        new JobParameter("loud", JobParameter.Type.FLAG, "false", null, null));
    }

    @Test
    void tellsAlsoOfAParameterThatIsNeededAndWasNotGiven() {
        JobParameters parameters = JobParameters.none();

        assertThatThrownBy(() -> parameters.text("input")).isInstanceOf(JobParameterException.class);

        assertThat(parameters.asked())
                .containsExactly(new JobParameter("input", JobParameter.Type.TEXT, null, null, null));
    }
}
