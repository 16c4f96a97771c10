package io.kintsugi.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;

/** A person with a browser: Chromium without a window. Waits for what shall appear, and fails if it does not. */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final List<Path> BINARIES = List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/google-chrome"));
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final String AXE = "axe.min.js";
    private static final int HEIGHT = 900;
    private static final int TALL = 4_000;

    private final ChromeDriver driver;
    private final String address;

    /** @param profile an empty folder, which Chromium fills and may write to for a while after its end */
    private Browser(Path binary, Path profile, String address) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(binary.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage", // Containers have little of it.
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile()) // So that Selenium does not look for one elsewhere.
                .withTimeout(PATIENCE)
                .build();
        this.driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        this.address = address;
    }

    /** Whether this machine has one. */
    static boolean isInstalled() {
        return binary().isPresent() && Files.isExecutable(DRIVER);
    }

    /** @param address of the console, {@code http://127.0.0.1:8080/} */
    static Browser open(Path profile, String address) {
        return new Browser(binary().orElseThrow(), profile, address);
    }

    private static Optional<Path> binary() {
        return BINARIES.stream().filter(Files::isExecutable).findFirst();
    }

    /** Goes to {@code #/jobs/flights}, loading the page anew. */
    void go(String place) {
        driver.get("about:blank");
        driver.get(address + place);
    }

    void newTab(int width) {
        driver.switchTo().newWindow(WindowType.TAB);
        width(width);
    }

    /** A window of Chromium is never as narrow as a phone, but can be told to behave as one. */
    void width(int pixels) {
        size(pixels, HEIGHT);
    }

    private void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** What does not come at all from now on. Addresses may have stars; none lets everything through again. */
    void block(String... addresses) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(addresses)));
    }

    /** By the button that every page has. */
    void theme(String theme) {
        await().atMost(PATIENCE).until(() -> {
            WebElement button = find("button.theme");
            if (button.getAttribute("title").equals("Theme: " + theme)) {
                return true;
            }
            button.click();
            return false;
        });
    }

    WebElement find(String css) {
        return await().atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> shown(css).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    void click(String css) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            WebElement found = find(css);
            if (found.isEnabled()) {
                found.click();
                return true;
            }
            return false;
        });
    }

    /** Clicks on what has this text, once it can be used: a click on what cannot goes nowhere, and nobody says so. */
    void clickOn(String css, String text) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            shown(css)
                    .filter(one -> one.getText().equals(text) && one.isEnabled())
                    .findFirst()
                    .orElseThrow()
                    .click();
            return true;
        });
    }

    /** In a list to choose from. */
    void choose(String css, String word) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            List<WebElement> options = find(css).findElements(By.tagName("option"));
            options.stream()
                    .filter(one -> one.getText().equals(word))
                    .findFirst()
                    .orElseThrow()
                    .click();
            return true;
        });
    }

    /** What stands on the page where a job is submitted. */
    String spec() {
        return String.valueOf(script("return document.querySelector('textarea').value"));
    }

    /** Instead of what stands in a field, and leaves the field. */
    void write(String css, CharSequence text) {
        find(css).sendKeys(Keys.chord(Keys.CONTROL, "a"), text, Keys.TAB);
    }

    /** Chooses a file in a field for files, once it can be used. */
    void upload(String css, Path file) {
        await().atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> find(css).isEnabled());
        find(css).sendKeys(file.toAbsolutePath().toString());
    }

    void seesText(String css, String text) {
        await().atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .untilAsserted(() -> assertThat(shown(css).map(WebElement::getText))
                        .as(css + " on " + driver.getCurrentUrl())
                        .anyMatch(found -> found.contains(text)));
    }

    /** Whether what has this text can be used. */
    boolean isOn(String css, String text) {
        return shown(css)
                .filter(one -> one.getText().equals(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + css + " with the text " + text))
                .isEnabled();
    }

    /** Of the first that is shown. */
    String text(String css) {
        return find(css).getText();
    }

    void seesCount(String css, long number) {
        await().atMost(PATIENCE).until(() -> shown(css).count() == number);
    }

    /** On what has the focus. */
    void press(Keys key) {
        driver.switchTo().activeElement().sendKeys(key);
    }

    /** To whatever has the focus by then, one after the other. */
    void type(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Whether the page can be read without moving it to the side. */
    boolean fitsItsWidth() {
        return (Boolean) script("return document.documentElement.scrollWidth <= window.innerWidth");
    }

    Object script(String text) {
        return driver.executeScript(text);
    }

    /** An answer to the page that is shown: by the few connections to one place that a browser allows itself. */
    JsonObject fetch(String path) {
        return new JsonObject(String.valueOf(driver.executeAsyncScript(
                "const [path, done] = arguments; fetch(path).then((answer) => answer.text()).then(done, done);",
                path)));
    }

    /** What axe-core finds that is serious or critical, in words. */
    @SuppressWarnings("unchecked")
    List<String> barriers() {
        driver.executeScript(axe());
        List<Map<String, Object>> found = (List<Map<String, Object>>)
                driver.executeAsyncScript(
                        "const done = arguments[arguments.length - 1];"
                                + "axe.run().then((result) => done(result.violations.map((one) => ({impact: one.impact, id: one.id,"
                                + " where: one.nodes.map((node) => node.target.join(' ') + ': ' + node.failureSummary).join('; ')}))));");
        return found.stream()
                .filter(one -> List.of("serious", "critical").contains(one.get("impact")))
                .map(one -> one.get("id") + " at " + one.get("where"))
                .toList();
    }

    /**
     * What the page has complained about since the last time: broken code, missing files, what its policy forbids. The API may
     * say no, and the page shows that.
     */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .filter(line -> line.startsWith("SEVERE") && !line.contains("/api/v1/"))
                .toList();
    }

    /** The whole page, for people to look at, as a PNG. */
    byte[] photograph(String name) {
        Number width = (Number) script("return window.innerWidth");
        Number height = (Number) script("return document.documentElement.scrollHeight");
        size(width.intValue(), Math.min(TALL, Math.max(HEIGHT, height.intValue())));
        try {
            Files.createDirectories(SCREENSHOTS);
            byte[] png = driver.getScreenshotAs(OutputType.BYTES);
            Files.write(SCREENSHOTS.resolve(name + ".png"), png);
            return png;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the screenshot " + name, e);
        } finally {
            width(width.intValue());
        }
    }

    @Override
    public void close() {
        driver.quit();
    }

    private Stream<WebElement> shown(String css) {
        return driver.findElements(By.cssSelector(css)).stream().filter(WebElement::isDisplayed);
    }

    private static String axe() {
        try (InputStream in = Browser.class.getClassLoader().getResourceAsStream(AXE)) {
            if (in == null) {
                throw new IllegalStateException(AXE + " is not on the class path of the tests");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + AXE, e);
        }
    }
}
