#!/usr/bin/env python3
"""Opens a report in headless Chromium: every figure must have drawn marks, without an error and without a request; its
tables must be there with scripts off, its text must be readable in the dark, and texts of a record must stay text.

    check_report.py REPORT.html
Exits 77 where no Chromium is installed.
"""
import html
import json
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
                               "--dump-dom", url], capture_output=True, text=True, timeout=600)
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


def figures_in(page):
    return re.findall(r'<figure id="([^"]+)"', page)


def body_of(dom, figure):
    body = dom[dom.index(f'<figure id="{figure}"'):]
    return body[:body.index("</figure>")]


def check(page, dom):
    if not figures_in(page):
        yield "the page has no figure"
    for figure in figures_in(page):
        body = body_of(dom, figure)
        if 'data-drawn="yes"' not in body:
            yield f"{figure} was not drawn"
        if not re.search(r'<g class="mark-(line|symbol|rect|rule)[^>]*>\s*<(path|line)', body):
            yield f"{figure} has no marks"


def check_hostile(page, dom):
    """Texts of a record stay text, in the page and in its pictures."""
    body = dom[dom.index("<main>"):dom.index("</main>")]
    if re.search(r"<script>alert|<img", body):
        yield "a text of the record became an element"
    if "u003cimg src" in page and not re.search(r"<text[^>]*>[^<]*&lt;img src=x", dom):
        yield "a hostile text is not drawn as text"


def check_dark(page, dom):
    colours = dark_colours(page)
    for text in ("ink", "soft", "bad", "warn", "good"):
        for paper in ("paper", "panel"):
            if contrast(colours[text], colours[paper]) < LEAST_CONTRAST:
                yield f"dark: {text} on {paper} has too little contrast"
    if contrast(colours["shout"], colours["shout-paper"]) < LEAST_CONTRAST:
        yield "dark: the banner has too little contrast"
    for figure in figures_in(page):
        if 'data-drawn="yes"' not in body_of(dom, figure):
            yield f"dark: {figure} was not drawn"
    texts = set(re.findall(r'<text[^>]* fill="(#[0-9a-fA-F]{6})"', dom))
    if not texts:
        yield "dark: no text was drawn"
    for text in texts:
        if contrast(text, colours["paper"]) < LEAST_CONTRAST:
            yield f"dark: text in {text} has too little contrast"


def check_without_scripts(page, dom):
    """`dom` is of scripts_off(page) after it was opened."""
    seen = json.loads(html.unescape(re.search(r'<pre id="seen">(.*?)</pre>', dom, re.S).group(1)))
    if seen["notes"] != len(figures_in(page)) or seen["drawn"] != 0:
        yield "without scripts: scripts ran, or a figure does not say that it needs them"
    for figure in figures_in(page):
        if not seen["rows"].get(figure):
            yield f"without scripts: {figure} has no table"


def scripts_off(page):
    """A page that holds `page` in a frame where no script may run, and says what is in the frame."""
    return f"""<!DOCTYPE html><meta charset="utf-8"><body>
<iframe sandbox="allow-same-origin" srcdoc="{html.escape(page)}"></iframe>
<script>
addEventListener('load', () => {{
  const inside = document.querySelector('iframe').contentDocument;
  const rows = [...inside.querySelectorAll('figure')].map(f => [f.id, f.querySelectorAll('tbody tr').length]);
  const seen = document.createElement('pre');
  seen.id = 'seen';
  seen.textContent = JSON.stringify({{notes: inside.querySelectorAll('noscript p').length,
    drawn: inside.querySelectorAll('[data-drawn]').length, rows: Object.fromEntries(rows)}});
  document.body.replaceChildren(seen);
}});
</script>"""


def as_svg(page):
    """`page` with SVG for its canvases, so that their marks can be seen in the DOM."""
    return page.replace('data-renderer="canvas"', 'data-renderer="svg"')


def browse_text(chromium, page):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "page.html"
        copy.write_text(page)
        return browse(chromium, copy.as_uri())


def main():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("skipped: no Chromium is installed (Debian's package: chromium)")
        return 77
    path = pathlib.Path(sys.argv[1]).resolve()
    page = path.read_text()
    problems = []
    dom, console, requests = browse_text(chromium, as_svg(page))
    problems += [*check(page, dom), *check_hostile(page, dom)]
    problems += [f"console: {line}" for line in console] + [f"request: {url}" for url in requests]
    dom, console, requests = browse(chromium, path.as_uri(), "--blink-settings=preferredColorScheme=0")
    problems += check_dark(page, dom)
    problems += [f"dark: console: {line}" for line in console] + [f"dark: request: {url}" for url in requests]
    dom, _, _ = browse_text(chromium, scripts_off(page))
    problems += check_without_scripts(page, dom)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
