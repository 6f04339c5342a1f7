#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// A chat template, compiled by llama.cpp's Jinja engine. Constant once made, so threads may share it.
typedef struct jinja_template jinja_template;

/// Compiles a template. Returns NULL if it is not valid Jinja; `error`, freed with `jinja_free_text`, then says why.
jinja_template *jinja_compile(const char *source, char **error);

/// Frees a template.
void jinja_free(jinja_template *compiled);

/// Renders a template with the variables of a JSON object.
///
/// The text is freed with `jinja_free_text`. Returns NULL if the template raises an exception; `error` then says which.
char *jinja_render(const jinja_template *compiled, const char *variables, char **error);

/// Frees a text of the functions above; NULL is fine.
void jinja_free_text(char *text);

#ifdef __cplusplus
}
#endif
