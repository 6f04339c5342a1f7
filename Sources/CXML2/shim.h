// Without ICU's headers, which contradict those of Foundation's own ICU. Only fields at the end of a structure that is
// not used here are of its types.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlreader.h>
