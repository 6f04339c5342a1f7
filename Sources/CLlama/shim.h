#include <ggml-alloc.h>
#include <llama.h>
