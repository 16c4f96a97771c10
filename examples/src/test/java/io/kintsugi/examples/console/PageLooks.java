package io.kintsugi.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

/** Looks at pages as people do who see differently: dark, by a screen reader, on a phone. */
final class PageLooks {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NARROW = 360;
    private static final int WIDE = 1280;

    private final Browser browser;

    PageLooks(Browser browser) {
        this.browser = browser;
    }

    /** @param name of the pictures that are left of it */
    void hasNoBarriers(String name, String place) {
        browser.go(place);
        browser.find("#content h2, #content h1, #content dl, #content table");
        for (String theme : List.of("light", "dark")) {
            browser.theme(theme);
            browser.photograph(name + "-" + theme);
            assertThat(browser.barriers())
                    .as(name + " in the " + theme + " theme")
                    .isEmpty();
        }
        browser.width(NARROW);
        browser.photograph(name + "-narrow");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.fitsItsWidth())
                        .as(name + " at " + NARROW + " px")
                        .isTrue());
        browser.width(WIDE);
        browser.theme("light");
    }
}
