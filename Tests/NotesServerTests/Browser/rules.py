"""What any state of the page must fulfil: names, landmarks, headings, contrast, width."""

import json

# Every text that is seen, with its color and what is behind it.
CONTRAST = """(() => {
  const parse = (color) => {
    const [red, green, blue, alpha = 1] = color.match(/[\\d.]+/g).map(Number);
    return [red, green, blue, alpha];
  };
  const over = (top, bottom) => top.slice(0, 3).map((part, at) => part * top[3] + bottom[at] * (1 - top[3])).concat(1);
  const light = (color) => {
    const [red, green, blue] = color.map((part) => {
      part /= 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.data.trim() || seen.has(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    seen.add(element);
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element);
    const back = behind(element);
    const [one, other] = [light(over(parse(style.color), back)), light(back)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    found.push([(one + 0.05) / (other + 0.05), isLarge ? 3 : 4.5, node.data.trim().slice(0, 30)]);
  }
  return found;
})()"""

LANDMARKS = {"banner", "navigation", "main", "contentinfo"}
FOCUSABLE = "a[href], button, input, textarea, summary, [tabindex='0']"


def ax_nodes(tab):
    nodes = tab.call("Accessibility.getFullAXTree")["nodes"]
    result = []
    for node in nodes:
        if node.get("ignored"):
            continue
        properties = {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}
        result.append({
            "role": node.get("role", {}).get("value"), "name": node.get("name", {}).get("value", ""), **properties})
    return result


def accessibility(check, tab, state, view=True):
    """Names, landmarks and headings, by the accessibility tree; `view` is false for the login."""
    nodes = ax_nodes(tab)
    focusable = [node for node in nodes if node.get("focusable") and node["role"] != "RootWebArea"]
    unnamed = [node["role"] for node in focusable if not node["name"].strip() and node["role"] != "main"]
    check(f"{state}: every focusable has a name", focusable and not unnamed, f"{len(focusable)} {unnamed}")
    roles = [node["role"] for node in nodes]
    wanted = LANDMARKS if view else {"main"}
    check(f"{state}: landmarks, one of each", all(roles.count(role) == 1 for role in wanted), [
        (role, roles.count(role)) for role in wanted])
    levels = [node.get("level") for node in nodes if node["role"] == "heading"]
    steps = all(next_ - level <= 1 for level, next_ in zip(levels, levels[1:]))
    check(f"{state}: headings in order", levels[:1] == [1] and levels.count(1) == 1 and steps, levels)


def contrast(check, tab, state):
    for dark in (False, True):
        tab.scheme(dark)
        pairs = tab.value(CONTRAST)
        low = [(round(ratio, 2), text) for ratio, least, text in pairs if ratio < least]
        least = min((ratio for ratio, _, _ in pairs), default=0)
        check(f"{state}: contrast, {'dark' if dark else 'light'}", len(pairs) > 3 and not low,
              f"{len(pairs)} texts, least {least:.2f} {low[:5]}")
    tab.scheme(False)


def width(check, tab, state):
    """Nothing is wider than the window, whether or not it is cut off."""
    wide = tab.value("""(() => {
      const width = document.documentElement.clientWidth;
      const isWide = (element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.right > width + 1 && element.checkVisibility() && !element.closest(".unseen");
      };
      return [document.documentElement.scrollWidth > width ? "the page scrolls sideways" : "",
        ...[...document.body.querySelectorAll("*")].filter(isWide).map((one) => one.className || one.localName)]
        .filter(Boolean).slice(0, 5);
    })()""")
    check(f"{state}: fits its width", not wide, wide)


def focus(check, tab, state, most=60):
    """The tab key reaches everything in turn, and one sees where it is."""
    # From the first on.
    tab.value("document.querySelector('.skip').focus()")
    reached, unseen = {0}, []
    total = tab.value(f"""[...document.querySelectorAll({json.dumps(FOCUSABLE)})]
      .filter((element) => element.checkVisibility()).length""")
    for _ in range(most):
        tab.key("Tab")
        at = tab.value(f"""(() => {{
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const ring = (at) => {{
            const style = getComputedStyle(at);
            return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
          }};
          const all = [...document.querySelectorAll({json.dumps(FOCUSABLE)})];
          return [all.indexOf(element), ring(element) || ring(element.closest(".composer") ?? element),
            element.textContent.slice(0, 30) || element.id];
        }})()""")
        if at is None or at[0] in reached:
            break
        reached.add(at[0])
        if not at[1]:
            unseen.append(at[2])
    check(f"{state}: the tab key reaches everything", len(reached) >= min(total, most), f"{len(reached)} of {total}")
    check(f"{state}: focus is visible", reached and not unseen, unseen)
