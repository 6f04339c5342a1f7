# `make demo` shows the program at work; `make test` runs every test. Both install what is missing.

SHELL := /bin/bash
PREFIX ?= $(HOME)/.local
RAG := .build/release/rag
TEST_MODELS := all-MiniLM-L6-v2 SmolLM2-135M-Instruct

.PHONY: help setup build test golden torture fuzz demo serve install deb deb-test release format docs lint bench eval clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing and build llama.cpp's library.
	@scripts/setup

build: ## Build rag in release mode.
	@scripts/build "" --product rag

test: ## Run every test.
	@scripts/build "$(TEST_MODELS)" --build-tests
	@scripts/pull $(TEST_MODELS)
	@scripts/front
	@scripts/server
	@scripts/clients
	@scripts/postgres
	@scripts/setup --package chromium
	@scripts/setup --package jq
	@scripts/apps
	@scripts/examples
	@scripts/test --skip '^Postgres(Index)?Tests'
	@scripts/test --filter '^Postgres(Index)?Tests'
	@RAG_TEST_STORE=postgres scripts/test --filter '^(VectorStore|Indexer|Retriever)Tests'

golden: ## Renew the golden files of what rag prints; look at the difference.
	@scripts/build "$(TEST_MODELS)" --build-tests
	@scripts/pull $(TEST_MODELS)
	@RENEW_GOLDEN=1 scripts/test --filter 'Golden(Answer)?Tests'
	@git --no-pager diff --stat -- Tests/ragTests/Golden

torture: build ## Kill rag at every call that changes files, and its PostgreSQL server, KILLS=1000 times (four hours).
	@scripts/pull SmolLM2-135M-Instruct
	@Tests/torture/torture
	@Tests/torture/mishaps
	@Tests/torture/edits
	@scripts/postgres
	@Tests/torture/kills --kills $(or $(KILLS),1000)

fuzz: setup ## Give damaged files to every reader, SECONDS=60 for each format, and 500 texts that are hard to parse.
	@Tests/fuzz/fuzz $(or $(SECONDS),60)
	@RAG_PATTERNS=$(or $(PATTERNS),500) scripts/test --filter TextWorkTests

demo: ## Index the sample notes, ask a question of them and print the cited answer.
	@scripts/build "all-MiniLM-L6-v2 Qwen2.5-Coder-1.5B-Instruct" --product rag
	@scripts/demo

serve: build ## Build the server, and serve the notes of your index to browsers and programs.
	@scripts/front
	@$(RAG) serve

install: setup ## Install rag and its shell completions under PREFIX (default ~/.local).
	@scripts/install "$(PREFIX)"

deb: ## Make a Debian package of this folder, for any processor.
	@scripts/package deb

deb-test: deb ## Install that package in a clean Debian, and use it there (as root).
	@Tests/packages/clean-install .build-package/deb/rag_*.deb

release: ## Package HEAD for Debian and as a tarball, with documentation; the same bytes each time.
	@scripts/package release

format: ## Format the Swift sources.
	swift format --in-place --parallel --recursive $(wildcard Package.swift Sources Tests Benchmarks Front/Package.swift Front/Sources/rag-serve Examples)

docs: build ## Build the documentation of the libraries into .build/docs.
	@scripts/docs

lint: ## Check formatting, documentation and the project's standards.
	@scripts/lint

bench: build ## Measure against other engines, side by side; QUICK=1 takes five minutes.
	@scripts/pull all-MiniLM-L6-v2
	@QUICK="$(QUICK)" Benchmarks/run

eval: build ## Measure retrieval: make eval DATA="folder of sets"
	@test -n "$(DATA)" || { echo "make eval: name a folder of sets, as in make eval DATA=~/beir" >&2; exit 64; }
	@for set in "$(DATA)"/*/qrels.tsv; do $(RAG) eval "$$(dirname "$$set")" || exit; done

clean: ## Remove what was built; models and indexes stay.
	rm -rf .build .build-install .build-package .deps Front/.build Tests/Apps/.build Examples/*/.build
