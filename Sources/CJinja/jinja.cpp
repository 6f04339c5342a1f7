#include "CJinja.h"

#include <json.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include <jinja/parser.h>
#include <jinja/runtime.h>

struct jinja_template {
    std::string source;
    jinja::program program;
};

static char *copy(const std::string &text) {
    return strndup(text.data(), text.size());
}

jinja_template *jinja_compile(const char *source, char **error) {
    try {
        jinja::lexer lexer;
        auto tokens = lexer.tokenize(source);
        return new jinja_template{tokens.source, jinja::parse_from_tokens(tokens)};
    } catch (const std::exception &exception) {
        *error = copy(exception.what());
        return nullptr;
    }
}

void jinja_free(jinja_template *compiled) {
    delete compiled;
}

char *jinja_render(const jinja_template *compiled, const char *variables, char **error) {
    try {
        jinja::context context(compiled->source);
        jinja::global_from_json(context, common_json::parse(variables), false);
        jinja::runtime runtime(context);
        auto parts = jinja::runtime::gather_string_parts(runtime.execute(compiled->program));
        return copy(parts->as_string().str());
    } catch (const std::exception &exception) {
        *error = copy(exception.what());
        return nullptr;
    }
}

void jinja_free_text(char *text) {
    free(text);
}
