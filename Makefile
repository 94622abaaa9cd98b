# Two commands do all the set-up that they need: `make run` and `make test`.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# Debian packages: those that the programs are built with, and those that their tests run beside them.
BUILD_PACKAGES := g++ git libasound2-dev libevdev-dev libtomlplusplus-dev libudev-dev lld pkg-config
TEST_PACKAGES := evemu-tools python3-yaml umockdev

# One binary that needs no Swift on the machine it runs on. lld folds what is the same, and packs relocations.
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs
BIN := .build/release
DOCS := .build/docs/Gestures.doccarchive

.PHONY: help
help:
	@echo 'make run      builds tickled and starts it on this machine'"'"'s touchscreen; without one it runs the demo'
	@echo 'make test     builds and runs the tests'
	@echo 'make test-vm  tests the programs on a kernel of Debian'"'"'s in a virtual machine, with touchscreens of uinput'
	@echo 'make fuzz     feeds garbage to all that reads what others wrote, a minute each'
	@echo 'make build    builds the release programs, $(BIN)/tickled and $(BIN)/tickle'
	@echo 'make sanitize runs the tests with the thread and the address sanitizer'
	@echo 'make bench    counts the instructions that a frame costs'
	@echo 'make bench-strokes  counts how often drawn shapes are mistaken'
	@echo 'make lint     checks the style of the sources'
	@echo 'make docs     makes the documentation of the library Gestures, $(DOCS)'
	@echo 'make sounds   makes the two sounds again; make demo-recording the recording of the demo; make strokes the shipped shapes'
	@echo 'make keys     makes the table of key names again'
	@echo 'make clean    removes what was built'

.PHONY: run
run: build
	@if $(BIN)/tickle devices; then \
	  echo 'Recognizing gestures on it; Ctrl-C ends it.'; \
	  exec $(BIN)/tickled --config config/tickled.toml --format text; \
	else \
	  echo 'No touchscreen that may be read: running the demo.'; \
	  exec $(BIN)/tickle demo; \
	fi

.PHONY: build
build: build-packages
	swift build $(RELEASE)

.PHONY: test
test: build-packages test-packages
	swift build --build-tests
	swift test --skip-build --disable-xctest

# ONLY='a word of a name' runs some; Tests/vm/run says what else can be chosen.
.PHONY: test-vm
test-vm: build
	Tests/vm/prepare
	Tests/vm/run '$(ONLY)'

.PHONY: sanitize
sanitize: build-packages
	swift test --sanitize=thread --scratch-path .build-thread --disable-xctest --skip CommandTests.
	LSAN_OPTIONS=suppressions=Tests/leaks.supp \
	  swift test --sanitize=address --scratch-path .build-address --disable-xctest --skip CommandTests.

.PHONY: bench
bench: build
	Benchmarks/instructions
	Benchmarks/actions

# STROKES=the folder of the logs; QUICK=1 looks at each twentieth trial and writes no page.
STROKES ?= ../shared/strokes
.PHONY: bench-strokes
bench-strokes: build
	$(BIN)/StrokeAccuracy $(STROKES) $(if $(QUICK),,--output Benchmarks/STROKES.md)

.PHONY: sounds
sounds:
	Sources/CSounds/make-sounds

# SECONDS=60 for each of six subjects; SUBJECTS='frames' chooses.
SECONDS ?= 60
.PHONY: fuzz
fuzz: build-packages
	Tests/fuzz/run $(SECONDS) $(SUBJECTS)

.PHONY: lint
lint: swift
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

# Swift's own tools, no plugin: the symbols of the built module, then the pages. A public symbol that says nothing about
# itself is an error, and so is a warning of docc.
.PHONY: docs
docs: swift docs-packages
	swift build --target Gestures
	@rm -rf .build/docs && mkdir -p .build/docs/symbols
	swift symbolgraph-extract -module-name Gestures -minimum-access-level public -I .build/debug/Modules \
	  -target $$(uname -m)-unknown-linux-gnu -output-dir .build/docs/symbols
	.ci/undocumented .build/docs/symbols/Gestures.symbols.json
	docc convert Sources/Gestures/Gestures.docc --additional-symbol-graph-dir .build/docs/symbols \
	  --fallback-display-name Gestures --fallback-bundle-identifier tickled.Gestures --warnings-as-errors \
	  --output-dir $(DOCS)
	@echo 'Read it: python3 -m http.server -d $(DOCS) 8000, then http://localhost:8000/documentation/gestures'

.PHONY: demo-recording
demo-recording:
	config/make-demo > config/demo.evemu

.PHONY: strokes
strokes:
	config/make-strokes

.PHONY: keys
keys:
	Sources/CLinux/make-key-names

.PHONY: clean
clean:
	rm -rf .build .build-*

.PHONY: swift
swift:
	@command -v swift > /dev/null || { echo 'Swift 6.1 or newer is needed: https://www.swift.org/install/linux/' >&2; exit 1; }

.PHONY: build-packages test-packages docs-packages
build-packages: swift
	@.ci/packages $(BUILD_PACKAGES)

test-packages: swift
	@.ci/packages $(TEST_PACKAGES)

docs-packages: swift
	@.ci/packages python3
