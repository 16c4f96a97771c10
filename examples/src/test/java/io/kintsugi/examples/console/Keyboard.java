package io.kintsugi.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.openqa.selenium.Keys;

/** A person without a mouse: sees only where the focus is, and gets on by keys. */
final class Keyboard {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** What has the focus, and what is wrong with how that is shown. */
    private static final String FOCUS = """
            const at = document.activeElement;
            const name = at.getAttribute('name') || at.getAttribute('aria-label') || (at.tagName === 'MAIN' ? 'the content' : at.textContent);
            const probe = document.body.appendChild(document.createElement('i'));
            probe.style.color = 'var(--focus)';
            const ring = getComputedStyle(probe).color;
            probe.remove();
            const look = getComputedStyle(at);
            const face = at.querySelector('.box-face');
            const shown = face ? getComputedStyle(face).stroke === ring : look.outlineStyle === 'solid' && look.outlineColor === ring;
            const frame = at.closest('.table-frame')?.getBoundingClientRect();
            const place = at.getBoundingClientRect();
            const whole = !frame || (place.left - 4 >= frame.left && place.right + 4 <= frame.right);
            const expected = !['MAIN', 'BODY'].includes(at.tagName);
            return {name: name.trim(), fault: !expected ? '' : !shown ? 'no ring' : whole ? '' : 'half a ring'};""";

    private final Browser browser;

    Keyboard(Browser browser) {
        this.browser = browser;
    }

    /** Goes from one place to the next until it comes to this one, and sees each on the way. */
    void tabTo(String name) {
        await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(PAUSE).until(() -> {
            browser.type(Keys.TAB);
            return seesWhereItIs().equals(name);
        });
    }

    /** Has the name of where it is. */
    String seesWhereItIs() {
        Map<String, String> focus = focus();
        String name = focus.getOrDefault("name", "");
        assertThat(focus).as("at " + name).containsEntry("fault", "");
        return name;
    }

    /** Goes to what opens a question, and waits for it. */
    void ask(String name) {
        tabTo(name);
        browser.type(Keys.ENTER);
        browser.find("dialog[open] h2");
    }

    /** Says yes, and waits until it is done. */
    void answer(String name) {
        tabTo(name);
        browser.type(Keys.ENTER);
        browser.seesCount("dialog[open]", 0);
    }

    void press(CharSequence... keys) {
        browser.type(keys);
    }

    void isAt(String name) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(focus()).containsEntry("name", name));
    }

    @SuppressWarnings("unchecked")
    private Map<String, String> focus() {
        return (Map<String, String>) browser.script(FOCUS);
    }
}
