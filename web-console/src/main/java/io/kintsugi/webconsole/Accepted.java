package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.contract.ApiOperation;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether a caller takes the type that an operation answers with; a problem is given in its own type in any case. */
final class Accepted {
    private static final Pattern REFUSED = Pattern.compile("q=0(\\.0*)?");

    private Accepted() {}

    /** Null when there is no header {@code Accept}, or it names a type that fits. */
    static @Nullable Problem refusal(RoutingContext context, ApiOperation operation) {
        String header = context.request().getHeader(HttpHeaders.ACCEPT);
        if (header == null) {
            return null;
        }
        Set<String> types = new TreeSet<>();
        operation.responses().forEach((status, response) -> {
            if (status < 400) {
                types.add(response.mediaType());
            }
        });
        boolean fits = Arrays.stream(header.split(",", -1))
                .anyMatch(range -> types.stream().anyMatch(type -> fits(range, type)));
        return fits
                ? null
                : Problem.of(
                        ProblemCode.NOT_ACCEPTABLE,
                        "header Accept: '%s' leaves out %s, which the answer would be"
                                .formatted(header, String.join(" and ", types)));
    }

    private static boolean fits(String range, String type) {
        List<String> parts = Arrays.stream(range.toLowerCase(Locale.ROOT).split(";", -1))
                .map(String::strip)
                .toList();
        boolean refused =
                parts.stream().skip(1).anyMatch(part -> REFUSED.matcher(part).matches());
        String wanted = parts.get(0);
        return !refused
                && (wanted.equals("*/*")
                        || wanted.equals("*")
                        || wanted.equals(type)
                        || wanted.equals(type.substring(0, type.indexOf('/')) + "/*"));
    }
}
