package io.kintsugi.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.JobSpec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JobLoaderTest {
    private static final BuildSettings SETTINGS = new BuildSettings(10_000, 2, 64, 100, 3, 8, 1_000);

    @TempDir
    Path temp;

    private final Vertx vertx = Vertx.vertx();
    private final LocalJobs locals = new LocalJobs(new NodeId("n", "i1"));
    private ArtifactStore store;
    private JobLoader loader;

    @BeforeEach
    void open() {
        store = new ArtifactStore(temp.resolve("artifacts"), "w1", 1_000_000);
        loader = loader(SETTINGS);
    }

    @AfterEach
    void close() throws Exception {
        await(vertx.close());
    }

    private JobLoader loader(BuildSettings settings) {
        ArtifactSource source = id -> store.find(id)
                .map(artifact -> Future.succeededFuture(artifact.file()))
                .orElseGet(() -> Future.failedFuture(ArtifactStore.missing(id, "not here")));
        return new JobLoader(vertx, JobLoaderTest.class.getClassLoader(), locals, source, settings);
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private Problem refusal(JobLoader by, String builder, Map<String, String> parameters) {
        Problem[] problem = new Problem[1];
        assertThatThrownBy(() ->
                        await(by.inspect(new JobProgram(builder, parameters, Optional.empty()), JobLoaderTest::name)))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(ProblemException.class, e -> problem[0] = e.problem());
        return problem[0];
    }

    private static JobSpec spec(String name, String builder, String fingerprint) {
        return new JobSpec(new JobId(name, 1), builder, Map.of(), null, fingerprint);
    }

    private static String name(LoadedJob loaded) {
        return loaded.job().name();
    }

    @Test
    void buildsFromAClassOnTheClassPath() throws Exception {
        JobProgram program = new JobProgram(Builders.Good.class.getName(), Map.of("name", "mine"), Optional.empty());

        assertThat(await(loader.inspect(program, JobLoaderTest::name))).isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java.lang.String | NOT_A_BUILDER | does not implement io.kintsugi.core.api.JobBuilder",
                "io.kintsugi.core.api.JobBuilder | NOT_A_BUILDER | is abstract",
                "Builders$Abstract | NOT_A_BUILDER | is abstract",
                "Builders$WithoutConstructor | NOT_A_BUILDER | no public constructor without parameters",
                "Builders$Hidden | NOT_A_BUILDER | is not public",
                "Builders$ThrowingInConstructor | BUILDER_FAILED | threw in its constructor"
                        + " java.lang.UnsupportedOperationException: not today",
                "Builders$ReturningNull | BUILDER_FAILED | returned null instead of a job",
                "com.acme.AcmeJob | UNKNOWN_BUILDER | 'com.acme.AcmeJob' is not on the class path of this node"
            })
    void saysWhyAClassCannotBuild(String builder, ProblemCode code, String detail) {
        String name = builder.startsWith("Builders$") ? "io.kintsugi.cluster.artifact." + builder : builder;

        Problem problem = refusal(loader, name, Map.of());

        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.detail()).contains(detail).contains(name);
        assertThat(problem.errors())
                .hasSize(1)
                .first()
                .satisfies(error -> assertThat(error.pointer()).isEqualTo("#/program/builder"));
    }

    @Test
    void namesWhatTheBuilderThrewWhereAndWhy() {
        Problem problem = refusal(loader, Builders.Throwing.class.getName(), Map.of());

        assertThat(problem.code()).isEqualTo(ProblemCode.BUILDER_FAILED);
        assertThat(problem.detail())
                .startsWith("builder 'io.kintsugi.cluster.artifact.Builders$Throwing' threw"
                        + " java.lang.IllegalStateException: no model file at ")
                .contains("Builders.java:")
                .endsWith("caused by java.io.IOException: disk gone");
    }

    @Test
    void keepsSecretsOutOfWhatTheBuilderThrew() {
        String builder = Builders.Talkative.class.getName();

        Problem thrown = refusal(loader, builder, Map.of("db-password", "hunter-2"));
        Problem refused = refusal(loader, builder, Map.of("db-password", "hunter-2", "api-token", "t0p-s3cret"));

        assertThat(thrown.toJson().encode())
                .contains("no connection for ***", "caused by java.io.IOException: wrong: ***")
                .doesNotContain("hunter-2");
        assertThat(refused.detail()).isEqualTo("parameter 'api-token': expected a whole number, found '***'");
    }

    @Test
    void namesAParameterThatNobodyKnowsAlsoWhenTheBuilderFoundItFirst() {
        Problem problem = refusal(loader, Builders.Strict.class.getName(), Map.of("paralelism", "2"));

        assertThat(problem.code()).isEqualTo(ProblemCode.UNKNOWN_PARAMETER);
        assertThat(problem.detail())
                .isEqualTo("parameter 'paralelism' is not known to this job; did you mean 'parallelism'?");
    }

    @Test
    void namesAParameterWhoseValueTheBuilderDoesNotTake() {
        Problem problem = refusal(loader, Builders.Good.class.getName(), Map.of("parallelism", "many"));

        assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_PARAMETER);
        assertThat(problem.detail()).isEqualTo("parameter 'parallelism': expected a whole number, found 'many'");
    }

    @Test
    void listsEverythingThatIsWrongWithTheGraph() {
        Problem problem = refusal(loader, Builders.Invalid.class.getName(), Map.of());

        assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_JOB);
        assertThat(problem.errors())
                .hasSizeGreaterThan(1)
                .allSatisfy(error -> assertThat(error.detail()).contains("parallelism 1000000"));
    }

    @Test
    void refusesAParameterThatTheBuilderNeverAskedFor() {
        Problem problem = refusal(loader, Builders.Good.class.getName(), Map.of("paralelism", "2"));

        assertThat(problem.code()).isEqualTo(ProblemCode.UNKNOWN_PARAMETER);
        assertThat(problem.detail())
                .isEqualTo("parameter 'paralelism' is not known to this job; did you mean 'parallelism'?");
    }

    @Test
    void interruptsABuilderThatDoesNotEnd() throws Exception {
        JobLoader impatient = loader(new BuildSettings(50, 1, 64, 100, 3, 8, 1_000));

        Problem problem = refusal(impatient, Builders.Endless.class.getName(), Map.of());

        assertThat(problem.code()).isEqualTo(ProblemCode.BUILDER_TIMEOUT);
        assertThat(problem.detail()).contains("did not end within 50 ms");
        assertThat(Builders.Endless.INTERRUPTED.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void buildsOthersAlthoughABuilderHoldsItsThreadForGood() throws Exception {
        // Others have this time too, on a machine that may be busy.
        JobLoader impatient = loader(new BuildSettings(5_000, 1, 64, 100, 3, 8, 1_000));
        try {
            Problem problem = refusal(impatient, Builders.Stubborn.class.getName(), Map.of());

            assertThat(problem.code()).isEqualTo(ProblemCode.BUILDER_TIMEOUT);
            assertThat(await(impatient.load(spec("numbers", Builders.Good.class.getName(), "")))
                            .job()
                            .name())
                    .isEqualTo("numbers");
            await(impatient.release(new JobId("numbers", 1)));
        } finally {
            Builders.Stubborn.LET_GO.countDown();
        }
    }

    @Test
    void refusesAJobOfAnotherNameAndAnotherGraph() {
        assertThatThrownBy(() -> await(loader.load(spec("other", Builders.Good.class.getName(), ""))))
                .hasMessageContaining("KIN-2003 the builder made the job 'numbers', the request says 'other'");
        assertThatThrownBy(() -> await(loader.load(spec("numbers", Builders.Good.class.getName(), "key-groups=1"))))
                .hasMessageContaining("KIN-2011")
                .hasMessageContaining("Leader: [key-groups=1]");
    }

    @Test
    void acceptsTheFingerprintOfTheSameGraph() throws Exception {
        String fingerprint = Builders.job("numbers", 1).graph().fingerprint();

        assertThat(await(loader.load(spec("numbers", Builders.Good.class.getName(), fingerprint)))
                        .job()
                        .graph()
                        .fingerprint())
                .isEqualTo(fingerprint);
    }

    @Test
    void buildsARunOnceUntilItIsReleased() throws Exception {
        JobSpec spec = spec("numbers", Builders.Good.class.getName(), "");
        LoadedJob first = await(loader.load(spec));

        assertThat(await(loader.load(spec)).job()).isSameAs(first.job());
        await(loader.release(spec.id()));
        assertThat(await(loader.load(spec)).job()).isNotSameAs(first.job());
    }

    @Test
    void givesEachRunFromAJarClassesOfItsOwnAndClosesThem() throws Exception {
        String digest = adoptedJar("a");
        JobSpec one = new JobSpec(new JobId("acme", 1), TestJar.BUILDER, Map.of(), digest, "");
        JobSpec two = new JobSpec(new JobId("acme", 2), TestJar.BUILDER, Map.of(), digest, "");

        LoadedJob first = await(loader.load(one));
        LoadedJob second = await(loader.load(two));

        assertThat(first.classes()).isNotSameAs(second.classes());
        assertThat(first.job().graph().step("step-a-1")).isPresent();
        assertThat(second.job().graph().step("step-a-1"))
                .as("statics are not shared between runs")
                .isPresent();
        await(loader.release(one.id()));
        assertThat(first.classes().getResource("com/acme/AcmeJob.class"))
                .as("closed")
                .isNull();
        assertThat(second.classes().getResource("com/acme/AcmeJob.class")).isNotNull();
    }

    @Test
    void saysThatTheJarDoesNotHoldTheBuilder() throws Exception {
        String digest = adoptedJar("a");

        assertThatThrownBy(() -> await(loader.inspect(
                        new JobProgram("com.acme.Other", Map.of(), Optional.of(new ArtifactId(digest))),
                        JobLoaderTest::name)))
                .hasMessageContaining("class 'com.acme.Other' is neither in artifact " + digest);
    }

    @Test
    void runsAJobObjectOnlyInTheJvmThatMadeIt() throws Exception {
        String name = locals.add(Builders.job("numbers", 1));

        assertThat(await(loader.load(spec("numbers", name, ""))).job().name()).isEqualTo("numbers");
        assertThat(refusal(loader, "local:i2-1", Map.of()).detail()).contains("is not in this JVM");
        locals.remove(name);
        assertThat(refusal(loader, name, Map.of()).code()).isEqualTo(ProblemCode.UNKNOWN_BUILDER);
    }

    private String adoptedJar(String mark) throws IOException {
        Path jar = TestJar.build(temp, mark);
        return store.adopt(Files.copy(jar, store.incomingFile()))
                .artifact()
                .id()
                .digest();
    }
}
