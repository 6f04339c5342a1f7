// The headers need GLib's macros, for CMail alone.
