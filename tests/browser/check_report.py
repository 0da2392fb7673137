#!/usr/bin/env python3
"""Opens a report in headless Chromium: every figure must have drawn marks, without an error and without a request; its
tables must be there with scripts off, and its text must be readable in the dark.

    check_report.py REPORT.html
Exits 77 where no Chromium is installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SWITCHES = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
            "--virtual-time-budget=8000", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--window-size=1160,4000"]
LEAST_CONTRAST = 4.5  # WCAG 2, level AA, for text


def requests_of_page(net_log):
    """The browser's own errands have no origin as their initiator."""
    lines = [line for line in net_log.splitlines() if '"initiator":"not an origin"' not in line]
    return [url for line in lines if '"initiator"' in line
            for url in re.findall(r'"url":"((?:https?|ftp|wss?):[^"]*)"', line)]


def browse(chromium, url, *more):
    with tempfile.TemporaryDirectory() as profile:
        log = pathlib.Path(profile) / "net.json"
        done = subprocess.run([chromium, *SWITCHES, f"--user-data-dir={profile}", f"--log-net-log={log}", *more,
                               "--dump-dom", url], capture_output=True, text=True, timeout=240)
        requests = requests_of_page(log.read_text())
    console = [line for line in done.stderr.splitlines() if ":CONSOLE" in line]
    return done.stdout, console, requests


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def dark_colours(page):
    block = re.search(r"prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}", page, re.S).group(1)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


def check(page, dom, console, requests):
    figures = re.findall(r'<figure id="([^"]+)"', page)
    if not figures:
        yield "the page has no figure"
    for figure in figures:
        body = dom[dom.index(f'<figure id="{figure}"'):]
        body = body[:body.index("</figure>")]
        if 'data-drawn="yes"' not in body:
            yield f"{figure} was not drawn"
        if "<canvas" not in body and not re.search(r'<g class="mark-(line|symbol|rect|rule)[^>]*>\s*<(path|line)', body):
            yield f"{figure} has no marks"
    yield from (f"console: {line}" for line in console)
    yield from (f"request: {url}" for url in requests)


def check_dark(page, dom):
    colours = dark_colours(page)
    for text in ("ink", "soft", "bad", "warn", "good"):
        for paper in ("paper", "panel"):
            if contrast(colours[text], colours[paper]) < LEAST_CONTRAST:
                yield f"dark: {text} on {paper} has too little contrast"
    texts = set(re.findall(r'<text[^>]* fill="(#[0-9a-fA-F]{6})"', dom))
    if not texts:
        yield "dark: no text was drawn"
    for text in texts:
        if contrast(text, colours["paper"]) < LEAST_CONTRAST:
            yield f"dark: text in {text} has too little contrast"


def check_without_scripts(page):
    plain = re.sub(r"<script.*?</script>", "", page, flags=re.S)
    for figure in re.findall(r'<figure id="[^"]+".*?</figure>', plain, re.S):
        if not re.search(r"<tbody>\s*<tr>", figure):
            yield "without scripts: a figure has no table"


def main():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("skipped: no Chromium is installed (Debian's package: chromium)")
        return 77
    path = pathlib.Path(sys.argv[1]).resolve()
    page = path.read_text()
    problems = list(check(page, *browse(chromium, path.as_uri())))
    dark, console, _ = browse(chromium, path.as_uri(), "--blink-settings=preferredColorScheme=0")
    problems += [*check_dark(page, dark), *(f"dark: console: {line}" for line in console), *check_without_scripts(page)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
