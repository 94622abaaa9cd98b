# Two commands do all the set-up that they need: `make run` and `make test`.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# Debian packages: those that the programs are built with, and those that their tests and measurements run beside them.
BUILD_PACKAGES := g++ git libasound2-dev libevdev-dev libtomlplusplus-dev libudev-dev lld pkg-config
BENCH_PACKAGES := python3 strace valgrind
TEST_PACKAGES := chromium-headless-shell evemu-tools fonts-dejavu-core python3 python3-yaml tmux umockdev xz-utils

# One binary that needs no Swift and no C++ on the machine it runs on, and that has in it only what it uses: functions are sections
# of their own, nothing is kept for others to look up, lld folds what is the same. Relocations are not packed (`-z
# pack-relative-relocs` saves 0.7 MB of 10.6), as that needs glibc 2.36, and Ubuntu 22.04 has 2.35. The functions that run
# while fingers are down lie side by side (`make bench-order`).
SECTIONS := -ffunction-sections -fdata-sections
STATIC := .build/static
LINK = -L$(STATIC) --no-export-dynamic --icf=all \
  --symbol-ordering-file=Benchmarks/hot-functions.txt --no-warn-symbol-ordering
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
  $(addprefix -Xcc ,$(SECTIONS)) $(addprefix -Xcxx ,$(SECTIONS)) $(addprefix -Xlinker ,$(LINK))
BIN := .build/release
DOCS := .build/docs/Gestures.doccarchive

.PHONY: help
help:
	@echo 'make run      builds tickled and starts it on this machine'"'"'s touchscreen; without one it runs the demo'
	@echo 'make test     builds and runs the tests'
	@echo 'make test-vm  tests the programs on a kernel of Debian'"'"'s in a virtual machine, with touchscreens of uinput'
	@echo 'make test-clients  checks what applications see under real compositors; ONLY=sway SUITE=trixie chooses'
	@echo 'make test-debian13  builds and tests in a Debian 13 with its own Swift; make test-arm64 the programs for arm64, emulated'
	@echo 'make fuzz     feeds garbage to all that reads what others wrote, a minute each'
	@echo 'make build    builds the release programs, $(BIN)/tickled and $(BIN)/tickle'
	@echo 'make install  puts it all below PREFIX=/usr/local; make uninstall takes it away again'
	@echo 'make deb      builds a package for Debian, .build/deb/tickled_VERSION_ARCH.deb; ARCH=arm64 for another processor'
	@echo 'make sanitize runs the tests with the thread and the address sanitizer'
	@echo 'make bench    measures what a frame costs, QUICK=1 less of it; make bench-peers installs others to measure beside'
	@echo 'make bench-check    fails when a frame costs more than it did; make bench-baseline says that it may'
	@echo 'make bench-order    lists the functions that the linker puts side by side'
	@echo 'make bench-gestures counts what is recognized of made-up hands, QUICK=1 of fewer; make bench-gestures-baseline is for make test'
	@echo 'make bench-strokes  counts how often drawn shapes are mistaken'
	@echo 'make lint     checks the style of the sources'
	@echo 'make docs     makes the documentation of the library Gestures, $(DOCS)'
	@echo 'make sounds   makes the two sounds again; make demo-recording the recording of the demo; make strokes the shipped shapes'
	@echo 'make keys     makes the table of key names again; make reference the tables of keys in docs/configuration.md'
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
build: build-packages .build/static
	swift build $(RELEASE)

# The processor to build a package for and to test, by Debian's name: amd64 or arm64. By default this machine's.
NATIVE := $(shell dpkg --print-architecture 2> /dev/null)
ARCH ?= $(NATIVE)
TRIPLE_arm64 := aarch64-unknown-linux-gnu
GNU_arm64 := aarch64-linux-gnu

# Run by systemd/package/cross/build in a Debian 13, with SYSROOT.
.PHONY: cross-programs
cross-programs: STATIC := .build/static-$(ARCH)
cross-programs: build-packages
	systemd/package/cross/sdk $(SYSROOT) $(TRIPLE_$(ARCH)) $(STATIC)
	for product in tickled tickle FrameCost; do \
	  PKG_CONFIG_SYSROOT_DIR=$(CURDIR)/$(SYSROOT) \
	  PKG_CONFIG_LIBDIR=$(CURDIR)/$(SYSROOT)/usr/lib/$(GNU_$(ARCH))/pkgconfig:$(CURDIR)/$(SYSROOT)/usr/share/pkgconfig \
	  swift build $(RELEASE) --swift-sdk tickled-cross -Xlinker $(CURDIR)/$(STATIC)/older-glibc.o --product $$product || exit 1; \
	done
	@mkdir -p .build/$(ARCH)
	cp $(addprefix .build/$(TRIPLE_$(ARCH))/release/,tickled tickle FrameCost) .build/$(ARCH)/

# Where the linker looks first: it takes these for -lstdc++ and -lgcc_s.
.build/static:
	@mkdir -p $@
	ln -sf $$(g++ -print-file-name=libstdc++.a) $@/libstdc++.a
	ln -sf $$(g++ -print-file-name=libgcc_eh.a) $@/libgcc_s.a

# Below DESTDIR where a package is made. Those of a distribution set PREFIX=/usr and, if theirs are elsewhere, UNITS, RULES and ZSH.
PREFIX ?= /usr/local
UNITS ?= $(PREFIX)/lib/systemd/system
RULES ?= $(PREFIX)/lib/udev/rules.d
USER_UNITS := $(PREFIX)/lib/systemd/user
SYSUSERS := $(PREFIX)/lib/sysusers.d
SHARE := $(PREFIX)/share
ZSH ?= $(SHARE)/zsh/site-functions
STRIP ?= strip
MANUALS := .build/manuals
COMPLETIONS := .build/completions

.PHONY: install
install: build manuals completions install-built
	@[ -n '$(DESTDIR)' ] || echo 'Installed. docs/service.md says what starts it.'

.PHONY: install-built
install-built:
	install -d $(DESTDIR)$(PREFIX)/bin
	$(STRIP) -o $(DESTDIR)$(PREFIX)/bin/tickled $(BIN)/tickled
	$(STRIP) -o $(DESTDIR)$(PREFIX)/bin/tickle $(BIN)/tickle
	install -d $(DESTDIR)$(UNITS) $(DESTDIR)$(USER_UNITS) $(DESTDIR)$(SHARE)/tickled/drop-in
	sed 's#/usr/bin/#$(PREFIX)/bin/#; s#/usr/share/#$(SHARE)/#' systemd/tickled.service > $(DESTDIR)$(UNITS)/tickled.service
	sed 's#/usr/bin/#$(PREFIX)/bin/#' systemd/tickled-user.service > $(DESTDIR)$(USER_UNITS)/tickled-user.service
	for file in systemd/drop-in/*; do sed 's#/usr/share/#$(SHARE)/#' $$file > $(DESTDIR)$(SHARE)/tickled/drop-in/$${file##*/}; done
	chmod 644 $(DESTDIR)$(UNITS)/tickled.service $(DESTDIR)$(USER_UNITS)/tickled-user.service $(DESTDIR)$(SHARE)/tickled/drop-in/*
	install -D -m 644 -t $(DESTDIR)$(RULES) systemd/70-tickled.rules systemd/71-tickled-outputs.rules systemd/72-tickled-clones.rules
	install -D -m 644 systemd/tickled.sysusers $(DESTDIR)$(SYSUSERS)/tickled.conf
	install -m 644 -t $(DESTDIR)$(SHARE)/tickled config/demo.evemu config/tickled.toml config/volume-knob.toml \
	  docs/rules.md
	install -D -m 644 -t $(DESTDIR)$(SHARE)/man/man1 $(MANUALS)/tickle.1
	install -D -m 644 -t $(DESTDIR)$(SHARE)/man/man5 $(MANUALS)/tickled.toml.5
	install -D -m 644 -t $(DESTDIR)$(SHARE)/man/man8 $(MANUALS)/tickled.8
	install -D -m 644 $(COMPLETIONS)/bash $(DESTDIR)$(SHARE)/bash-completion/completions/tickle
	install -D -m 644 $(COMPLETIONS)/zsh $(DESTDIR)$(ZSH)/_tickle
	install -D -m 644 $(COMPLETIONS)/fish $(DESTDIR)$(SHARE)/fish/vendor_completions.d/tickle.fish
	[ -e $(DESTDIR)/etc/tickled/config.toml ] || install -D -m 644 config/default.toml $(DESTDIR)/etc/tickled/config.toml

# The configuration stays: it is its owner's.
.PHONY: uninstall
uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,tickled tickle) $(DESTDIR)$(UNITS)/tickled.service
	rm -f $(DESTDIR)$(USER_UNITS)/tickled-user.service $(DESTDIR)$(SYSUSERS)/tickled.conf
	rm -f $(addprefix $(DESTDIR)$(RULES)/,70-tickled.rules 71-tickled-outputs.rules 72-tickled-clones.rules)
	rm -f $(addprefix $(DESTDIR)$(SHARE)/man/,man1/tickle.1 man5/tickled.toml.5 man8/tickled.8)
	rm -f $(DESTDIR)$(SHARE)/bash-completion/completions/tickle $(DESTDIR)$(ZSH)/_tickle
	rm -f $(DESTDIR)$(SHARE)/fish/vendor_completions.d/tickle.fish
	rm -rf $(DESTDIR)$(SHARE)/tickled

.PHONY: manuals
manuals: build
	@.ci/packages lowdown python3
	docs/make-manuals $(BIN) $(MANUALS)

.PHONY: completions
completions: build
	@mkdir -p $(COMPLETIONS)
	for shell in bash zsh fish; do $(BIN)/tickle --generate-completion-script $$shell > $(COMPLETIONS)/$$shell; done
	@sed -i '1{/^#!/d}' $(COMPLETIONS)/bash

# REVISION=2 builds the package of the same programs again. ARCH=arm64 builds it for another processor.
REVISION ?= 1
.PHONY: deb
deb: build manuals completions
	@.ci/packages debhelper dpkg-dev $(if $(filter-out $(NATIVE),$(ARCH)),binutils-$(GNU_$(ARCH)))
	$(if $(filter-out $(NATIVE),$(ARCH)),systemd/package/cross/build $(ARCH))
	systemd/package/build $(REVISION) $(ARCH)

# The C tests, then the Swift tests; .ci/test-package says where. The end of the output says which were skipped and repeats the
# failures.
.PHONY: test
test: build-packages test-packages
	Tests/C/run
	@set -eo pipefail; package=$$(.ci/test-package); cd $$package; set -x; swift build --build-tests; \
	  status=0; swift test --skip-build --disable-xctest |& tee .build/test.log || status=$$?; set +x; \
	  .ci/skipped .build/test.log; [ $$status = 0 ] || \
	  { echo; echo 'What failed:'; grep -a -A 12 'recorded an issue' .build/test.log | grep -av '^[◇✔]'; exit 1; }

# ONLY='a word of a name' runs some; Tests/vm/run says what else can be chosen. ARCH=arm64 has another machine; the package and
# the service are tested on this one's only.
.PHONY: test-vm
test-vm: deb
	Tests/vm/prepare $(ARCH)
	ARCH=$(ARCH) Tests/vm/run '$(ONLY)'
ifeq ($(ARCH),$(NATIVE))
	Tests/vm/systemd/prepare
	Tests/vm/systemd/run '$(ONLY)'
endif

# Real compositors and clients in Debian 12 and 13: Tests/clients/README.md. SUITE=trixie ONLY='sway weston' STEPS=edge chooses.
.PHONY: test-clients
test-clients: deb
	ONLY='$(ONLY)' STEPS='$(STEPS)' SIZE='$(or $(SIZE),full)' Tests/clients/run $(SUITE)

# The programs for arm64, and the C sources for it, armhf and riscv64, emulated on this machine.
.PHONY: test-arm64
test-arm64: build
	$(MAKE) deb ARCH=arm64
	@.ci/packages binutils-aarch64-linux-gnu file lintian mmdebstrap qemu-user-static
	Tests/arm64/run

# `make build test` in a new Debian 13, with Debian's own Swift. FRESH=1 makes that Debian again.
.PHONY: test-debian13
test-debian13:
	.ci/debian trixie 'make build test'

.PHONY: sanitize
sanitize: build-packages
	swift test --sanitize=thread --scratch-path .build-thread --disable-xctest --skip CommandTests.
	LSAN_OPTIONS=suppressions=Tests/leaks.supp \
	  swift test --sanitize=address --scratch-path .build-address --disable-xctest --skip CommandTests.

.PHONY: bench
bench: build bench-packages
	python3 -B Benchmarks/bench $(if $(QUICK),quick)

# What other programs cost is measured where they are installed.
.PHONY: bench-peers
bench-peers:
	@.ci/packages lisgd libinput-tools

# Counts repeat, whatever else the machine does: more than 5 % more than Benchmarks/baseline.json is a failure.
.PHONY: bench-check bench-baseline
bench-check: build bench-packages
	python3 -B Benchmarks/bench check

bench-baseline: build bench-packages
	python3 -B Benchmarks/bench baseline

# The linker reads the list, which the build does not know.
.PHONY: bench-order
bench-order: build bench-packages
	python3 -B Benchmarks/bench order
	rm -f $(BIN)/tickled $(BIN)/tickle

# Beside lisgd where it is installed (make bench-peers). QUICK=1 plays fewer hands and writes no page.
.PHONY: bench-gestures bench-gestures-baseline
bench-gestures: build
	@.ci/packages python3
	python3 -B Benchmarks/gestures $(if $(QUICK),quick,page)

# The counts that `make test` compares.
bench-gestures-baseline: build
	@.ci/packages python3
	python3 -B Benchmarks/gestures baseline

# STROKES=the folder of the logs; QUICK=1 looks at each twentieth trial and writes no page.
# MORE_STROKES=the folder of the further sets, as Benchmarks/stroke-sets writes it; they may be absent.
STROKES ?= ../shared/strokes
MORE_STROKES ?= .build/stroke-sets
.PHONY: bench-strokes
bench-strokes: build
	MORE_STROKES=$(MORE_STROKES) $(BIN)/StrokeAccuracy $(STROKES) $(if $(QUICK),,--output Benchmarks/STROKES.md)

.PHONY: sounds
sounds:
	Sources/CSounds/make-sounds

# SECONDS=60 for each of eight subjects; SUBJECTS='frames' chooses.
SECONDS ?= 60
.PHONY: fuzz
fuzz: build-packages
	Tests/fuzz/run $(SECONDS) $(SUBJECTS)

.PHONY: lint
lint: swift
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

# Swift's own tools, no plugin: the symbols of the built module, then the pages. A public symbol that says nothing about
# itself is an error, and so is a warning of docc. The article on the rules comes from docs/rules.md.
.PHONY: docs
docs: swift docs-packages
	swift build --target Gestures
	@rm -rf .build/docs && mkdir -p .build/docs/symbols
	swift symbolgraph-extract -module-name Gestures -minimum-access-level public -I .build/debug/Modules \
	  -target $$(uname -m)-unknown-linux-gnu -output-dir .build/docs/symbols
	.ci/undocumented .build/docs/symbols/Gestures.symbols.json
	docs/make-rules-article
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

# Written by the test that compares the tables of keys with the program's own.
.PHONY: reference
reference: build-packages
	swift build --build-tests
	TICKLED_WRITE_REFERENCE=1 swift test --skip-build --disable-xctest --filter 'The reference says'

.PHONY: clean
clean:
	rm -rf .build .build-*

.PHONY: swift
swift:
	@command -v swift > /dev/null || { echo 'Swift 6.0.3 or newer is needed: apt install swiftlang (Debian 13), or https://www.swift.org/install/linux/' >&2; exit 1; }

.PHONY: build-packages test-packages docs-packages bench-packages
build-packages: swift
	@.ci/packages $(BUILD_PACKAGES)

test-packages: swift
	@.ci/packages $(TEST_PACKAGES)

docs-packages: swift
	@.ci/packages python3

bench-packages: swift
	@.ci/packages $(BENCH_PACKAGES)
