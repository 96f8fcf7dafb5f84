"""Tells what a window shows to a screen reader, and takes pictures of the screen.

Reads one request a line from standard input and writes one answer a line to standard output, both as JSON:
  {"do": "list"}                       all shown elements: path, role, name, whether enabled, text of a field
  {"do": "place", "path": [0, 2]}      where an element is on the screen: x, y, width, height
  {"do": "picture", "file": "a.png"}   writes a picture of the screen
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Atspi, Gdk, GLib  # noqa: E402


def main():
    Atspi.init()
    Gdk.init([])
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"answer": ANSWERS[request["do"]](request)}
        except GLib.Error as error:
            # The element or the program went away meanwhile.
            answer = {"gone": error.message}
        print(json.dumps(answer), flush=True)


def list_elements(_request):
    desktop = Atspi.get_desktop(0)
    # What was read before can be out of date.
    desktop.clear_cache()
    found = []
    for index in range(desktop.get_child_count()):
        add_elements(desktop.get_child_at_index(index), [index], found)
    return found


def add_elements(element, path, found):
    if element is None:
        return
    states = element.get_state_set()
    if not states.contains(Atspi.StateType.SHOWING):
        return
    role = element.get_role_name()
    entry = {
        "path": path,
        "role": role,
        "name": element.get_name(),
        "isEnabled": states.contains(Atspi.StateType.SENSITIVE),
    }
    if role in ("entry", "spin button"):
        entry["text"] = Atspi.Text.get_text(element, 0, -1)
    found.append(entry)
    for index in range(element.get_child_count()):
        add_elements(element.get_child_at_index(index), [*path, index], found)


def place(request):
    element = Atspi.get_desktop(0)
    for index in request["path"]:
        element = element.get_child_at_index(index)
        if element is None:
            return None
    Atspi.Component.scroll_to(element, Atspi.ScrollType.ANYWHERE)
    box = Atspi.Component.get_extents(element, Atspi.CoordType.SCREEN)
    return {"x": box.x, "y": box.y, "width": box.width, "height": box.height}


def picture(request):
    root = Gdk.get_default_root_window()
    Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height()).savev(request["file"], "png", [], [])
    return None


ANSWERS = {"list": list_elements, "place": place, "picture": picture}

main()
