package io.kintsugi.core.function;

import java.io.Serializable;

/**
 * What all functions of a job have in common. It is {@link Serializable} for one reason only: the compiler then records
 * in a lambda which types it takes and returns, and Kintsugi reads them. No function is ever serialized.
 *
 * <p>A function that is given to a step directly is shared by all its subtasks and their threads, so it keeps no state;
 * one that keeps state is given as a supplier, see {@link ProcessFunction}.
 */
public interface UserFunction extends Serializable {}
