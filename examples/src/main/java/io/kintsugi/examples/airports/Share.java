package io.kintsugi.examples.airports;

/** What an airport gets of the rank of another. */
public record Share(String airport, double part) {}
