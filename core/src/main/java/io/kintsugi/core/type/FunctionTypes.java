package io.kintsugi.core.type;

import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Optional;

/** Finds the record class that a function returns: from its class, or from what the compiler kept of a lambda. */
public final class FunctionTypes {
    private FunctionTypes() {}

    /**
     * The class that {@code function} returns.
     *
     * @param contract the functional interface
     * @param parameter index of its type parameter for the result, from 0
     * @return empty where neither the class nor the lambda says it
     */
    public static Optional<Class<?>> returned(Object function, Class<?> contract, int parameter) {
        Optional<Class<?>> declared = argument(function, contract, parameter);
        return declared.isPresent() ? declared : lambda(function).flatMap(form -> returned(function, form));
    }

    /** What the class of {@code instance} fills in for a type parameter of {@code contract}, counted from 0. */
    public static Optional<Class<?>> argument(Object instance, Class<?> contract, int parameter) {
        return TypeArguments.of(instance.getClass(), contract, parameter);
    }

    private static Optional<Class<?>> returned(Object function, SerializedLambda form) {
        Class<?> returned = MethodType.fromMethodDescriptorString(
                        form.getInstantiatedMethodType(), function.getClass().getClassLoader())
                .returnType();
        return returned == Object.class || returned == void.class ? Optional.empty() : Optional.of(returned);
    }

    private static Optional<SerializedLambda> lambda(Object function) {
        try {
            Method replace = function.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            return replace.invoke(function) instanceof SerializedLambda form ? Optional.of(form) : Optional.empty();
        } catch (ReflectiveOperationException e) {
            return Optional.empty(); // Not a lambda: its class has told all that it knows.
        }
    }
}
