// The headers need GLib's macros, for CAnnotations alone.
