package io.kintsugi.core.type;

import io.kintsugi.core.function.FunctionSupplier;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the records that a function emits: from its class, or from what the compiler kept of a lambda.
 *
 * <p>A class tells everything that it filled in. A method reference tells the signature of its method. A lambda tells
 * the class that it returns but no type arguments, since the compiler keeps none; and nothing about the {@code Output}
 * that it emits to.
 */
public final class FunctionTypes {
    private FunctionTypes() {}

    /**
     * What {@code function} returns.
     *
     * @param contract the functional interface
     * @param parameter index of its type parameter for the result, from 0
     * @return empty where neither the class nor the lambda says it
     */
    public static Optional<RecordType> returned(Object function, Class<?> contract, int parameter) {
        return argument(function, contract, parameter).or(() -> lambda(function).flatMap(FunctionTypes::returned));
    }

    /**
     * What {@code function} emits to its last parameter.
     *
     * @param contract the functional interface
     * @param parameter index of its type parameter for the result, from 0
     * @param output generic interface of that last parameter, with the records as its only type parameter
     * @return empty where neither the class nor a method reference says it
     */
    public static Optional<RecordType> emitted(Object function, Class<?> contract, int parameter, Class<?> output) {
        return argument(function, contract, parameter)
                .or(() -> lambda(function)
                        .flatMap(FunctionTypes::method)
                        .flatMap(method -> lastParameter(method, output)));
    }

    /** What the class of {@code instance} fills in for a type parameter of {@code contract}, counted from 0. */
    public static Optional<RecordType> argument(Object instance, Class<?> contract, int parameter) {
        return TypeArguments.of(instance.getClass(), contract, parameter);
    }

    /**
     * What the functions of a supplier emit, seen from one that it makes for this.
     *
     * @param step for the message of {@link IllegalArgumentException}, when the supplier throws or gives null
     */
    public static Optional<RecordType> supplied(
            String step, FunctionSupplier<?> supplier, Class<?> contract, int parameter) {
        Object function;
        try {
            function = Objects.requireNonNull(supplier.get(), "it gave null");
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("step '" + step + "': its supplier made no function: " + e, e);
        }
        return argument(function, contract, parameter);
    }

    private static Optional<RecordType> returned(Form form) {
        Class<?> returned = form.type(form.lambda().getInstantiatedMethodType()).returnType();
        if (returned == Object.class || returned == void.class) {
            return Optional.empty();
        }
        return method(form)
                .flatMap(method -> TypeArguments.describe(method.getGenericReturnType()))
                .filter(declared -> declared.type() == returned)
                .or(() -> Optional.of(RecordType.of(returned)));
    }

    private static Optional<RecordType> lastParameter(Method method, Class<?> output) {
        Type[] parameters = method.getGenericParameterTypes();
        return parameters.length == 0
                ? Optional.empty()
                : TypeArguments.of(parameters[parameters.length - 1], output, 0);
    }

    /** The method that a method reference names; empty for the body of a lambda, whose signature is erased. */
    private static Optional<Method> method(Form form) {
        SerializedLambda lambda = form.lambda();
        Class<?> owner;
        try {
            owner = Class.forName(lambda.getImplClass().replace('/', '.'), false, form.loader());
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
        Class<?>[] parameters =
                form.type(lambda.getImplMethodSignature()).parameterList().toArray(Class<?>[]::new);
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.getName().equals(lambda.getImplMethodName())
                        && !method.isSynthetic()
                        && Arrays.equals(method.getParameterTypes(), parameters))
                .findFirst();
    }

    private static Optional<Form> lambda(Object function) {
        try {
            Method replace = function.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            return replace.invoke(function) instanceof SerializedLambda lambda
                    ? Optional.of(new Form(lambda, function.getClass().getClassLoader()))
                    : Optional.empty();
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            return Optional.empty(); // Not a lambda that we may look into: its class has told all that it knows.
        }
    }

    /** What the compiler kept of a lambda, and the loader that knows its classes: that of the job's JAR. */
    private record Form(SerializedLambda lambda, ClassLoader loader) {
        MethodType type(String descriptor) {
            return MethodType.fromMethodDescriptorString(descriptor, loader);
        }
    }
}
