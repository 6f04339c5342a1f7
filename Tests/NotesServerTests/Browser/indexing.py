"""The view of the index: without leave it only shows, with it it adds folders and shows how far that is."""

import pathlib
import tempfile

import page
import rules

TEXT = "The {kind} of shed {number} has its own key, and a lamp beside the door. " * 40


def folder(root, name, notes):
    place = pathlib.Path(root) / name
    place.mkdir()
    for number in range(notes):
        text = "".join(f"\n## Part {part}\n\n{TEXT.format(kind=f'lock {part}', number=number)}\n" for part in range(12))
        (place / f"shed-{number}.md").write_text(f"# Shed {number}\n{text}")
    return place


def refused(run):
    """Without --allow-indexing the page says how to index."""
    tab = run.tab()
    tab.click("nav [data-view=folders]")
    tab.wait("document.querySelectorAll('#folder-list li').length > 0")
    status = run.get("/status")["status"]
    shown = page.texts(tab, "#folders-state")[0]
    known = [f"{status['documents']:,} notes", f"{status['chunks']:,} chunks", "last indexed"]
    run.check("index: what there is", all(part in shown for part in known), shown)
    paths = page.texts(tab, "#folder-list .path")
    run.check("index: the folders", paths == [one["path"] for one in status["folders"]], paths)
    run.check("index: no form without leave", tab.value(
        "document.getElementById('folder-form').hidden && document.getElementById('update').hidden"))
    run.check("index: how to get it", "--allow-indexing" in page.texts(tab, "#folder-hint")[0])
    run.state(tab, "index-read")


def allowed(run):
    """With it, a folder is added, its progress shown, and what could not be read."""
    with tempfile.TemporaryDirectory() as root:
        added = folder(root, "sheds", 40)
        (added / "broken.md").write_bytes(b"\x00\x01\x02" * 50)
        tab = run.tab()
        tab.expected.append("/index")
        tab.click("nav [data-view=folders]")
        tab.wait("!document.getElementById('folder-form').hidden")
        tab.value("document.activeElement.blur()")
        tab.key("/")
        run.check("index: / goes to the field", tab.value("document.activeElement.id") == "folder-name")
        tab.type("sheds")
        tab.key("Enter")
        tab.wait("!!document.querySelector('#indexing-result .warning')")
        said = page.texts(tab, "#indexing-result")[0]
        run.check("index: a folder needs its whole path", "~/notes" in said, said)
        run.state(tab, "index-refused")
        tab.value("document.getElementById('folder-name').value = ''")
        tab.value("document.getElementById('folder-name').focus()")
        tab.type(str(added))
        tab.value("""(() => {
          window.seen = [];
          new MutationObserver(() => {
            const bar = document.getElementById("progress");
            if (!document.getElementById("indexing").hidden) {
              seen.push([bar.hasAttribute("value") ? bar.value : -1, document.getElementById("indexing-step").textContent]);
            }
          }).observe(document.getElementById("folders"), { subtree: true, childList: true, attributes: true });
        })()""")
        tab.key("Enter")
        tab.wait("window.seen.some(([share]) => share > 0 && share < 1)", 120)
        rules.accessibility(run.check, tab, "indexing")
        run.shots(tab, "indexing")
        # Another tab, or the same one after a reload, is told of the same run.
        other = run.tab()
        other.click("nav [data-view=folders]")
        other.wait("!document.getElementById('indexing').hidden || document.querySelectorAll('#folder-list li').length > 1")
        tab.wait("document.getElementById('indexing').hidden", 180)
        seen = tab.value("window.seen")
        shares = [share for share, _ in seen if share >= 0]
        run.check("index: the bar grows", len(set(shares)) > 2 and shares == sorted(shares), shares)
        run.check("index: the time left", any(" left" in text for _, text in seen), seen[-3:])
        run.check("index: the files", any("of 41 files" in text for _, text in seen), seen[-3:])
        tab.wait("document.querySelectorAll('#folder-list li').length > 1")
        paths = page.texts(tab, "#folder-list .path")
        run.check("index: the folder is there", str(added) in paths, paths)
        said = page.texts(tab, "#indexing-result")[0]
        run.check("index: what failed is said", "1 file could not be indexed" in said and "broken.md" in said, said)
        run.check("index: the field is empty", tab.value("document.getElementById('folder-name').value") == "")
        run.state(tab, "index-done")
        rules.focus(run.check, tab, "index")
        found = run.get("/search", q="lamp beside the door of shed 7")["passages"]
        run.check("index: what was added is found", "shed" in found[0]["path"], found[0]["path"])
        (added / "shed-1.md").write_text("# Shed 1\n\nEmpty now.\n")
        tab.value("location.reload()")
        tab.wait("document.querySelector('#folder-list')?.textContent.includes('1 changed')")
        tab.click("#update")
        tab.wait("!document.querySelector('#folder-list').textContent.includes('1 changed')", 60)
        run.check("index: it is up to date again", True)
