#include <ggml-alloc.h>
#include <ggml-backend.h>
#include <gguf.h>
#include <llama.h>
