#include <ggml-alloc.h>
#include <gguf.h>
#include <llama.h>
