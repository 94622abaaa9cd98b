# `make run` and `make test` do all the set-up that they need.

SHELL := /bin/bash
.DEFAULT_GOAL := help
# Package.swift has the tool `tickle`, and what it depends on, only with this.
export TICKLE_TOOL := 1

# Debian packages that the programs are built with, and those that the measurements and tests need in addition.
BUILD_PACKAGES := g++ git libasound2-dev libevdev-dev libexpat1-dev libmicrohttpd-dev libmosquitto-dev libsystemd-dev libtomlplusplus-dev libudev-dev libwayland-dev libxkbcommon-dev libyaml-dev lld pkg-config
BENCH_PACKAGES := python3 strace valgrind
TEST_PACKAGES := chromium-headless-shell dbus evemu-tools fonts-dejavu-core foot lisgd mosquitto mosquitto-clients openssl python3 \
  python3-dbus python3-gi python3-jsonschema python3-yaml sway tmux umockdev xz-utils
EXAMPLE_PACKAGES := libsdl2-dev python3 xdotool xvfb
EMBEDDED_PACKAGES := gcc libc6-dev lld libc6-dev-arm64-cross gcc-aarch64-linux-gnu qemu-user-static

# Each program is one file, needs no Swift or C++ libraries on the machine that it runs on, and contains only what it uses:
# each function has its own section, no symbols are exported, lld merges identical functions. Relocations are not packed (`-z
# pack-relative-relocs` would save 0.7 MB of 10.6 MB), as that needs glibc 2.36, and Ubuntu 22.04 has 2.35. The functions that
# run while fingers are down lie side by side (`make bench-order`). Accesses are not checked for exclusivity at run time, as in debug builds,
# with which the tests run. C is guarded as Debian's is, also by Package.swift: it reads the bytes of strange devices. Every function is found at the start and what was
# relocated is read-only then (`-z now`), and no library is looked for beside the program.
SECTIONS := -ffunction-sections -fdata-sections
GUARDS := -fstack-protector-strong
STATIC := .build/static
LINK = -L$(STATIC) -z relro -z now --no-export-dynamic --icf=all \
  --symbol-ordering-file=Benchmarks/hot-functions.txt --no-warn-symbol-ordering
# Programs of Swift 6.0 free memory twice without these checks.
UNCHECKED = $(if $(filter 6.0% 6.1%,$(shell swift --version 2> /dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')),,-Xswiftc -enforce-exclusivity=unchecked)
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
  $(UNCHECKED) \
  $(addprefix -Xcc ,$(SECTIONS) $(GUARDS)) $(addprefix -Xcxx ,$(SECTIONS) $(GUARDS)) $(addprefix -Xlinker ,$(LINK))
BIN := .build/release
DOCS := .build/docs/Gestures.doccarchive

.PHONY: help
help:
	@echo 'make run             builds tickled and starts it on this machine'"'"'s touchscreen; runs the demo if there is none'
	@echo 'make test            builds and runs the tests; choose with ONLY='"'"'PanelTests|ReloadTests'"'"
	@echo 'make stability       fails if a key that files or programs rely on has vanished since the last release, after make test;'
	@echo '                     make stability-baseline accepts the current ones, at a release'
	@echo 'make test-vm         tests the programs on a Debian kernel in a virtual machine, with uinput touchscreens'
	@echo 'make test-power      cuts the power at hundreds of points while files are saved, and reads the disk'
	@echo 'make soak            runs the daemon in a virtual machine for HOURS=8, with reloads, replugs, full disks and more by chance'
	@echo 'make test-clients    tests what applications see under real compositors; choose with SUITE=trixie ONLY=sway'
	@echo 'make test-home-assistant  shows the gestures to a real Home Assistant, from PyPI'
	@echo 'make test-debian13   builds and tests in a Debian 13 with its own Swift'
	@echo 'make test-arm64      tests the programs for arm64, emulated'
	@echo 'make test-processors  tests the C sources for arm64, armhf and riscv64, emulated'
	@echo 'make test-outside    builds and tests a package that depends on this one, as another project would'
	@echo 'make test-recipes    runs the recipes with the real programs that they state, in Debian 12 and 13; choose with SUITES=trixie ONLY=viewer'
	@echo 'make test-edit       opens the editor in a real browser, and builds configurations in it; choose with ONLY=volume'
	@echo 'make test-playground touches the page on which gestures can be tried, in a real browser; choose with ONLY=fingers'
	@echo 'make test-pages      opens the pages that tickle writes, and the site, in a real browser; choose with ONLY=reports'
	@echo 'make test-examples   builds the programs in docs/examples, and looks at what the one with a window draws'
	@echo 'make test-embedded   compiles the library Gestures in Embedded Swift, and plays the test cases with it'
	@echo 'make test-static     compares the static daemon with the usual one, and starts it without udev and systemd; choose with'
	@echo '                     STATIC_ARCHS='"'"'x86_64 armv7'"'"
	@echo 'make libtickle       builds the engine as a C library, .build/tickle/ARCH/libtickle.a and libtickle.so.0; make install-libtickle'
	@echo '                     installs it below PREFIX=/usr/local; make test-libtickle tests it'
	@echo 'make fuzz            feeds garbage to every parser of external input, a minute each'
	@echo 'make mutants         checks that the tests notice faults in the sources; choose with ONLY='"'"'relay guardian'"'"
	@echo 'make build           builds the release programs, $(BIN)/tickled, $(BIN)/tickle, $(BIN)/tickle-edit and $(BIN)/tickled-mqtt'
	@echo 'make install         installs everything below PREFIX=/usr/local; make uninstall removes it'
	@echo 'make deb             builds the Debian packages, .build/deb/tickled_VERSION_ARCH.deb, tickled-edit_… and tickled-mqtt_…; ARCH=arm64 for another processor'
	@echo 'make deb-libtickle   builds those of the C library for this machine, .build/deb/libtickle0_VERSION_ARCH.deb and libtickle-dev_…; make abi'
	@echo '                     fails if programs that were compiled with the last release would no longer work with it'
	@echo 'make static          builds the daemon as one static file, .build/musl/ARCH/tickled, for ARCH=x86_64, aarch64, armv7, armv6, riscv64'
	@echo '                     or i686, which needs no glibc, udev or systemd; make static-release packs the tested ones'
	@echo 'make debian          lays out a Debian source package, .build/debian, which builds without network on Debian 13'
	@echo 'make release         fills .build/release-page with what a release page and a package host need: KEY=FILE signs; ARCHS=amd64 leaves out arm64'
	@echo 'make test-release    installs, upgrades and removes the release in fresh Debians, and tries to fake it; choose with SUITES=trixie'
	@echo 'make place           writes the address in systemd/release/place into README.md and the pages'
	@echo 'make home-assistant-addon  lays out an add-on for Home Assistant OS, .build/home-assistant-addon, with the packages in it;'
	@echo '                     PAGE=.build/release-page makes one for publishing, which installs the released packages'
	@echo 'make test-addon      checks that add-on: its image, and a swipe that reaches a real broker'
	@echo 'make sanitize        runs the tests with the thread sanitizer and the address sanitizer'
	@echo 'make bench           measures the cost of a frame; QUICK=1 measures less; make bench-peers installs programs to compare'
	@echo 'make bench-check     fails if a frame costs more than the baseline; make bench-baseline accepts the current costs'
	@echo 'make bench-lines     counts the cache lines that a frame touches'
	@echo 'make bench-crowd     measures gestures and clients beside programs that misbehave'
	@echo 'make bench-fleet     measures a thousand bridges to MQTT on one broker; QUICK=1 measures less'
	@echo 'make bench-order     rewrites the list of functions that the linker places side by side'
	@echo 'make bench-gestures  counts which gestures of synthetic hands are recognized; QUICK=1 plays fewer;'
	@echo '                     make bench-gestures-baseline accepts the current counts for make test'
	@echo 'make bench-unmeant   counts the gestures that ordinary use triggers without meaning them, for each shipped configuration'
	@echo 'make bench-strokes   counts how often drawn shapes are recognized, missed or confused'
	@echo 'make lint            checks the style of the sources, and the shell scripts'
	@echo 'make docs            builds the documentation of the library Gestures, $(DOCS)'
	@echo 'make site            builds the web site, .build/site: README, docs, cookbook with pictures, the library'"'"'s documentation'
	@echo 'make sounds          regenerates the two sounds; make strokes the shapes; make demo-recording the recording of the demo;'
	@echo '                     make demo-picture the moving picture of the demo; make promise-picture that of README; make report-picture that of a report,'
	@echo '                     make show-picture that of a configuration'
	@echo 'make keys            regenerates the table of key names; make reference the tables of keys in docs/configuration.md'
	@echo '                     and the pictograms of docs/twenty-keys.md'
	@echo 'make check-all       runs every check in several hours; .ci/run those that each change must pass'
	@echo 'make clean           removes everything that was built'

# $(call release,PRODUCT…): builds release programs, and only what these use
release = for product in $(1); do swift build $(RELEASE) --product $$product || exit 1; done

.PHONY: run
run: build-packages .build/static
	$(call release,tickled tickle)
	@if $(BIN)/tickle devices; then \
	  echo 'Recognizing gestures on it; press Ctrl-C to stop.'; \
	  exec $(BIN)/tickled --config config/tickled.toml --format text; \
	else \
	  echo 'There is no touchscreen that you may read: running the demo.'; \
	  exec $(BIN)/tickle demo; \
	fi

.PHONY: build
build: build-packages .build/static
	$(call release,tickled tickle tickle-edit tickled-mqtt)

# The daemon alone, whose instructions are counted.
.PHONY: daemon
daemon: build-packages .build/static
	$(call release,tickled)

# The programs that measure and test, in addition.
.PHONY: developer-programs
developer-programs: build
	$(call release,ActionStress FleetLoad FrameCost PanelTaps StrokeAccuracy)

# The processor to build the package for and to test, by Debian's name: amd64 or arm64. The default is this machine's.
NATIVE := $(shell dpkg --print-architecture 2> /dev/null)
ARCH ?= $(NATIVE)
TRIPLE_arm64 := aarch64-unknown-linux-gnu
GNU_arm64 := aarch64-linux-gnu

# systemd/package/cross/build runs this in a Debian 13, with SYSROOT.
.PHONY: cross-programs
cross-programs: STATIC := .build/static-$(ARCH)
cross-programs: build-packages
	systemd/package/cross/sdk $(SYSROOT) $(TRIPLE_$(ARCH)) $(STATIC)
	for product in tickled tickle tickle-edit tickled-mqtt FrameCost; do \
	  PKG_CONFIG_SYSROOT_DIR=$(CURDIR)/$(SYSROOT) \
	  PKG_CONFIG_LIBDIR=$(CURDIR)/$(SYSROOT)/usr/lib/$(GNU_$(ARCH))/pkgconfig:$(CURDIR)/$(SYSROOT)/usr/share/pkgconfig \
	  swift build $(RELEASE) --swift-sdk tickled-cross -Xlinker $(CURDIR)/$(STATIC)/older-glibc.o --product $$product || exit 1; \
	done
	@mkdir -p .build/$(ARCH)
	cp $(addprefix .build/$(TRIPLE_$(ARCH))/release/,tickled tickle tickle-edit tickled-mqtt FrameCost) .build/$(ARCH)/

# The linker searches this folder first, and uses these for -lstdc++ and -lgcc_s.
.build/static:
	@mkdir -p $@
	ln -sf $$(g++ -print-file-name=libstdc++.a) $@/libstdc++.a
	ln -sf $$(g++ -print-file-name=libgcc_eh.a) $@/libgcc_s.a

# Packages install below DESTDIR. Distributions set PREFIX=/usr and, if their folders differ, UNITS, RULES and ZSH.
PREFIX ?= /usr/local
UNITS ?= $(PREFIX)/lib/systemd/system
RULES ?= $(PREFIX)/lib/udev/rules.d
USER_UNITS := $(PREFIX)/lib/systemd/user
SYSUSERS := $(PREFIX)/lib/sysusers.d
TMPFILES := $(PREFIX)/lib/tmpfiles.d
SHARE := $(PREFIX)/share
ZSH ?= $(SHARE)/zsh/site-functions
STRIP ?= strip
MANUALS := .build/manuals
COMPLETIONS := .build/completions
SCHEMA := .build/tickled.schema.json

.PHONY: install
install: build manuals completions install-built install-mqtt install-edit
	@[ -n '$(DESTDIR)' ] || echo 'Installed. docs/service.md explains how to start it.'

.PHONY: install-built
install-built:
	install -d $(DESTDIR)$(PREFIX)/bin
	$(STRIP) -o $(DESTDIR)$(PREFIX)/bin/tickled $(BIN)/tickled
	$(STRIP) -o $(DESTDIR)$(PREFIX)/bin/tickle $(BIN)/tickle
	install -d $(DESTDIR)$(UNITS) $(DESTDIR)$(USER_UNITS) $(DESTDIR)$(SHARE)/tickled/drop-in
	sed 's#/usr/bin/#$(PREFIX)/bin/#; s#/usr/share/#$(SHARE)/#' systemd/tickled.service > $(DESTDIR)$(UNITS)/tickled.service
	sed 's#/usr/bin/#$(PREFIX)/bin/#' systemd/tickled-user.service > $(DESTDIR)$(USER_UNITS)/tickled-user.service
	sed 's#/usr/bin/#$(PREFIX)/bin/#' systemd/tickled-commands.service > $(DESTDIR)$(USER_UNITS)/tickled-commands.service
	sed 's#/usr/bin/#$(PREFIX)/bin/#' systemd/tickled-follow.service > $(DESTDIR)$(USER_UNITS)/tickled-follow.service
	for file in systemd/drop-in/*; do sed 's#/usr/share/#$(SHARE)/#' $$file > $(DESTDIR)$(SHARE)/tickled/drop-in/$${file##*/}; done
	install -m 644 -t $(DESTDIR)$(UNITS) systemd/units/*
	install -m 644 -t $(DESTDIR)$(USER_UNITS) systemd/tickled-session.path systemd/tickled-session.target systemd/tickled-commands.socket
	chmod 644 $(DESTDIR)$(UNITS)/tickled.service $(DESTDIR)$(USER_UNITS)/tickled-*.service $(DESTDIR)$(SHARE)/tickled/drop-in/*
	install -D -m 644 -t $(DESTDIR)$(RULES) systemd/7?-tickled*.rules
	sed -i 's#/usr/share/#$(SHARE)/#' $(DESTDIR)$(RULES)/71-tickled-*.rules
	install -m 755 -t $(DESTDIR)$(SHARE)/tickled systemd/buttons-only
	install -D -m 644 systemd/tickled.sysusers $(DESTDIR)$(SYSUSERS)/tickled.conf
	install -D -m 644 systemd/tickled.tmpfiles $(DESTDIR)$(TMPFILES)/tickled.conf
	install -m 644 -t $(DESTDIR)$(SHARE)/tickled config/default.toml config/demo.evemu config/tickled.toml config/tickled.test.toml config/volume-knob.toml \
	  Sources/Gestures/Gestures.docc/Rules.md $(SCHEMA)
	install -D -m 644 -t $(DESTDIR)$(SHARE)/tickled/cookbook config/cookbook/*.toml
	install -D -m 644 -t $(DESTDIR)$(SHARE)/tickled/quirks config/quirks/*.toml
	install -D -m 644 -t $(DESTDIR)$(SHARE)/tickled/cookbook/recordings config/cookbook/recordings/*
	install -D -m 644 -t $(DESTDIR)$(SHARE)/tickled/starters config/starters/*.toml
	install -D -m 644 -t $(DESTDIR)$(SHARE)/tickled/strokes config/strokes/*.toml
	install -D -m 644 -t $(DESTDIR)$(SHARE)/man/man1 $(MANUALS)/tickle.1
	install -D -m 644 -t $(DESTDIR)$(SHARE)/man/man5 $(MANUALS)/tickled.toml.5
	install -D -m 644 -t $(DESTDIR)$(SHARE)/man/man8 $(MANUALS)/tickled.8
	for program in tickled tickle; do \
	  install -D -m 644 $(COMPLETIONS)/$$program.bash $(DESTDIR)$(SHARE)/bash-completion/completions/$$program; \
	  install -D -m 644 $(COMPLETIONS)/$$program.zsh $(DESTDIR)$(ZSH)/_$$program; \
	  install -D -m 644 $(COMPLETIONS)/$$program.fish $(DESTDIR)$(SHARE)/fish/vendor_completions.d/$$program.fish; \
	done
	[ -e $(DESTDIR)/etc/tickled/config.toml ] || install -D -m 644 config/default.toml $(DESTDIR)/etc/tickled/config.toml

# The bridge to MQTT, which is a package of its own.
.PHONY: install-mqtt
install-mqtt:
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(UNITS)
	$(STRIP) -o $(DESTDIR)$(PREFIX)/bin/tickled-mqtt $(BIN)/tickled-mqtt
	sed 's#/usr/bin/tickled#$(PREFIX)/bin/tickled#' systemd/mqtt/tickled-mqtt.service > $(DESTDIR)$(UNITS)/tickled-mqtt.service
	chmod 644 $(DESTDIR)$(UNITS)/tickled-mqtt.service
	install -d $(DESTDIR)$(USER_UNITS)
	sed 's#/usr/bin/tickled#$(PREFIX)/bin/tickled#' systemd/mqtt/tickled-mqtt-user.service > $(DESTDIR)$(USER_UNITS)/tickled-mqtt.service
	chmod 644 $(DESTDIR)$(USER_UNITS)/tickled-mqtt.service
	install -D -m 644 systemd/mqtt/tickled-mqtt.sysusers $(DESTDIR)$(SYSUSERS)/tickled-mqtt.conf
	install -D -m 644 -t $(DESTDIR)$(SHARE)/man/man8 $(MANUALS)/tickled-mqtt.8
	install -D -m 644 -t $(DESTDIR)$(SHARE)/tickled config/mqtt.toml
	[ -e $(DESTDIR)/etc/tickled/mqtt.toml ] || install -D -m 644 config/mqtt.toml $(DESTDIR)/etc/tickled/mqtt.toml

# The editor in the browser, which is a package of its own.
.PHONY: install-edit
install-edit:
	install -d $(DESTDIR)$(PREFIX)/bin
	$(STRIP) -o $(DESTDIR)$(PREFIX)/bin/tickle-edit $(BIN)/tickle-edit
	install -D -m 644 -t $(DESTDIR)$(SHARE)/man/man1 $(MANUALS)/tickle-edit.1

# The configuration stays: it belongs to the user.
.PHONY: uninstall
uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,tickled tickle tickle-edit tickled-mqtt) $(addprefix $(DESTDIR)$(UNITS)/,tickled.service tickled-mqtt.service)
	rm -f $(patsubst systemd/units/%,$(DESTDIR)$(UNITS)/%,$(wildcard systemd/units/*))
	rm -f $(addprefix $(DESTDIR)$(USER_UNITS)/tickled-,user.service follow.service mqtt.service session.path session.target) \
	  $(addprefix $(DESTDIR)$(USER_UNITS)/tickled-commands.,socket service)
	rm -f $(addprefix $(DESTDIR)$(SYSUSERS)/,tickled.conf tickled-mqtt.conf) $(DESTDIR)$(TMPFILES)/tickled.conf
	rm -f $(patsubst systemd/%,$(DESTDIR)$(RULES)/%,$(wildcard systemd/7?-tickled*.rules))
	rm -f $(addprefix $(DESTDIR)$(SHARE)/man/,man1/tickle.1 man1/tickle-edit.1 man5/tickled.toml.5 man8/tickled.8 man8/tickled-mqtt.8)
	for program in tickled tickle; do \
	  rm -f $(DESTDIR)$(SHARE)/bash-completion/completions/$$program $(DESTDIR)$(ZSH)/_$$program; \
	  rm -f $(DESTDIR)$(SHARE)/fish/vendor_completions.d/$$program.fish; \
	done
	rm -rf $(DESTDIR)$(SHARE)/tickled

.PHONY: manuals
manuals: build
	@.ci/packages lowdown python3
	docs/make-manuals $(BIN) $(MANUALS)

.PHONY: completions
completions: build
	@.ci/packages python3
	@mkdir -p $(COMPLETIONS)
	for shell in bash zsh fish; do $(BIN)/tickle --generate-completion-script $$shell > $(COMPLETIONS)/tickle.$$shell; done
	@sed -i '1{/^#!/d}' $(COMPLETIONS)/tickle.bash
	systemd/completions $(BIN)/tickled $(COMPLETIONS)
	$(BIN)/tickle check --schema > $(SCHEMA)

# REVISION=2 packages the same version again. ARCH=arm64 builds the package for another processor.
REVISION ?= 1
.PHONY: deb
deb: build manuals completions
	@.ci/packages debhelper dpkg-dev python3 $(if $(filter-out $(NATIVE),$(ARCH)),binutils-$(GNU_$(ARCH)))
	$(if $(filter-out $(NATIVE),$(ARCH)),systemd/package/cross/build $(ARCH))
	systemd/package/build $(REVISION) $(ARCH)

# A Debian source package, in .build/debian: systemd/package/source.
.PHONY: debian print-build-packages
debian: swift
	@.ci/packages dpkg-dev python3
	systemd/package/source

print-build-packages:
	@echo $(BUILD_PACKAGES)

# KEY is the secret key that signs, as a file or by its name in your keyring; systemd/release/place says where the folder will lie. The packages
# are for this machine's processor and for arm64, unless ARCHS names others, and the static programs for STATIC_ARCHS.
release: ARCHS ?= $(sort $(NATIVE) arm64)
.PHONY: release place
release:
	@[ -n '$(KEY)' ] || { echo 'make release: KEY=FILE names the secret key that signs' >&2; exit 64; }
	for arch in $(ARCHS); do $(MAKE) deb ARCH=$$arch || exit 1; done
	$(MAKE) static-release
	@.ci/packages apt-utils binutils gnupg rpm xz-utils zstd
	systemd/release/build '$(KEY)' $(ARCHS)

place:
	. systemd/release/place && sed -E -i "s#https?://[^ ]*/(install\.sh|tickled\.asc|tickled\.sources)#$$PLACE/\1#" README.md docs/*.md

# The release, from a web server on this machine, in new roots of Debian 12 and 13: Tests/release/run. SUITES=trixie chooses one. With
# ARCHS='amd64 arm64', the release has the packages for both, and another processor's are installed in emulation.
.PHONY: test-release
test-release: deb
	@for arch in $(filter-out $(NATIVE),$(ARCHS)); do $(MAKE) deb ARCH=$$arch || exit 1; done
	@.ci/packages apt-utils arch-test binutils gnupg lld mmdebstrap pacman-package-manager python3 qemu-user-static rpm xz-utils zstd
	ARCHS='$(ARCHS)' Tests/release/run $(SUITES)

# An add-on repository for Home Assistant: systemd/package/home-assistant. PAGE is the folder of `make release`, whose packages the image then
# installs from their place.
ADDON := .build/home-assistant-addon
.PHONY: home-assistant-addon test-addon
home-assistant-addon: $(if $(PAGE),,deb)
	systemd/package/home-assistant/build $(ADDON) $(PAGE)

# In a Debian 13 that is made as the add-on's Dockerfile says.
test-addon:
	$(MAKE) home-assistant-addon PAGE=
	@.ci/packages iproute2 mmdebstrap mosquitto mosquitto-clients python3 tini umockdev
	ADDON=$(ADDON) Tests/home-assistant/addon/run

# Runs the C tests, then the Swift tests in the folder that .ci/test-package prints. The output ends with the skipped tests and repeats the
# failures. libc overwrites what is freed (mallopt(3)), so that a use of it is noticed: the address sanitizer doesn't see those of Swift's
# runtime. SUITES='GesturesTests CommandTests' builds and runs only these targets of tests, and ONLY='PanelTests|ReloadTests' only the tests
# whose names match a regular expression: CommandTests.PanelTests/…
.PHONY: test
test: build-packages $(if $(filter-out GesturesTests,$(or $(SUITES),all)),test-packages)
	@.ci/packages python3
	Tests/C/run
	Tests/recipes/needs
	@set -o pipefail; package=$$(.ci/test-package $(SUITES)) && cd $$package && set -x && \
	  swift build --build-tests || exit; \
	  status=0; MALLOC_PERTURB_=165 swift test --skip-build --disable-xctest $(if $(ONLY),--filter '$(ONLY)') |& tee .build/test.log || status=$$?; \
	  set +x; .ci/skipped .build/test.log; [ $$status = 0 ] || { .ci/failures .build/test.log; exit 1; }

# Compares what other people's files and programs rely on with the last release: docs/stability.md. Runs the programs that `make test` has built.
.PHONY: stability stability-baseline
stability stability-baseline:
	@.ci/packages python3 umockdev
	@programs=$$(.ci/test-package)/.build/debug && set -x && Tests/Stability/faults $$programs && \
	  .ci/stability $(if $(filter %-baseline,$@),baseline,check) $$programs

# All pairs of kinds of gestures in both orders, with each relation, in 8 minutes. `make test` has a part of them.
.PHONY: test-pairs
test-pairs: build-packages test-packages
	swift build --build-tests
	PAIRS=all swift test --skip-build --disable-xctest --filter PairTests

# Everything that a change can break, in several hours: .ci/run, and what that leaves out (CONTRIBUTING.md).
.PHONY: check-all
check-all:
	.ci/run
	$(MAKE) abi test-pairs test-outside test-embedded test-libtickle test-static test-examples test-pages test-playground test-edit test-recipes test-arm64 test-release test-addon \
	  test-power test-vm test-clients
	$(MAKE) test-debian13
	$(MAKE) sanitize fuzz

# The package in Tests/Outside depends on this one as another project would: by its path, on a version of a repository, and
# with another name for the module Gestures; and a new package has it in a minute.
.PHONY: test-outside
test-outside: build-packages
	Tests/Outside/run
	Tests/Outside/run version
	Tests/Outside/run alias
	Tests/Outside/run minute

# The pages that tickle writes, in Chromium at three widths, light, dark and printed, with axe-core from PyPI, and the site without the
# library's reference at two widths. ONLY='itself reports' runs some.
.PHONY: test-pages
test-pages: build-packages
	@.ci/packages chromium-headless-shell fonts-dejavu-core lowdown python3 python3-venv
	swift build --product tickle
	Tests/pages/run $(ONLY)

# The page on which people try the gestures. ONLY=fingers runs one check.
.PHONY: test-playground
test-playground: swift build
	$(MAKE) --no-print-directory $(ENGINE)
	Tests/playground/run $(ONLY)

# The editor in Chromium: builds three configurations with the mouse, tries to get in uninvited, and sends damaged requests for FUZZ_SECONDS=5.
# ONLY='volume refused' runs some.
.PHONY: test-edit
test-edit: build-packages
	@.ci/packages chromium-headless-shell fonts-dejavu-core python3 python3-venv
	swift build --product tickle
	swift build --product tickle-edit
	CHECK=Tests/edit/check.py Tests/pages/run $(ONLY)

# The programs in docs/examples, a package of their own. `Creatures` draws in a virtual X server. PICTURE=docs/creatures.png takes the picture
# for docs/examples.
.PHONY: test-examples
test-examples: build-packages
	@.ci/packages $(EXAMPLE_PACKAGES)
	swift build --package-path docs/examples
	Tests/Examples/run $(PICTURE)

# The module Gestures and the daemon in Embedded Swift. Needs a toolchain of swift.org, 6.3 or newer: the others have no library for that.
.PHONY: test-embedded
test-embedded: swift
	@.ci/packages $(EMBEDDED_PACKAGES)
	Tests/Embedded/run
	Tests/Embedded/daemon

# The engine as a C library, and its tests: docs/examples/libtickle
.PHONY: libtickle install-libtickle test-libtickle
libtickle: swift
	Sources/Tickle/build $(if $(filter-out $(NATIVE),$(ARCH)),$(ARCH))

install-libtickle: libtickle
	Sources/Tickle/install '$(DESTDIR)' '$(PREFIX)'

test-libtickle: swift
	Tests/libtickle/run
	@.ci/packages $(LIBTICKLE_PACKAGES)
	systemd/package/libtickle $(REVISION)
	Tests/libtickle/packages

# REVISION=2 packages the same version again. The packages are for this machine's processor.
LIBTICKLE_PACKAGES := debhelper dpkg-dev lowdown python3
.PHONY: deb-libtickle abi
deb-libtickle: libtickle
	@.ci/packages $(LIBTICKLE_PACKAGES)
	systemd/package/libtickle $(REVISION)

abi:
	systemd/package/abi

# The daemon in Embedded Swift with musl, for systems without glibc, udev or systemd: systemd/static/README.md
# Those that are tested.
STATIC_ARCHS ?= x86_64 aarch64 armv7
.PHONY: static static-release test-static
static: swift
	systemd/static/build $(if $(filter-out $(NATIVE),$(ARCH)),$(ARCH))

static-release: swift
	for arch in $(STATIC_ARCHS); do systemd/static/build $$arch && systemd/static/tarball $$arch || exit 1; done

# In emulation, in a root of Alpine's layout, and in a machine without udev.
test-static: deb
	@.ci/packages qemu-user-static $(EMBEDDED_PACKAGES)
	for arch in $(STATIC_ARCHS); do TESTS=yes systemd/static/build $$arch && systemd/static/tarball $$arch || exit 1; done
	BIN=.build/release Tests/Embedded/static $(STATIC_ARCHS)
	Tests/Embedded/services
	Tests/vm/prepare
	DAEMON=.build/musl/$(shell uname -m)/tickled UDEV=no Tests/vm/run
	DAEMON=.build/musl/$(shell uname -m)/tickled Tests/vm/run intercept

# ONLY='a word of a name' runs some of the tests, SIZE=small those in Tests/vm/small; Tests/vm/run lists the other choices. ARCH=arm64
# emulates another processor; the package and the service are tested only for this machine's.
.PHONY: test-vm test-vm-kernel test-vm-systemd
test-vm: deb developer-programs
	Tests/vm/prepare $(ARCH)
ifeq ($(ARCH),$(NATIVE))
	Tests/vm/systemd/prepare
	@# Each guest keeps one processor busy. If one fails, the other runs to its end.
	@$(MAKE) --no-print-directory --jobs=2 test-vm-kernel test-vm-systemd
else
	ARCH=$(ARCH) Tests/vm/run '$(ONLY)'
endif

test-vm-kernel:
	@set -o pipefail; SIZE='$(SIZE)' Tests/vm/run '$(ONLY)' 2>&1 | sed -u 's/^/kernel   /'
test-vm-systemd:
	@set -o pipefail; SIZE='$(SIZE)' Tests/vm/systemd/run '$(ONLY)' 2>&1 | sed -u 's/^/systemd  /'

# Cuts the power while files are saved, in a guest of its own: SAVES=200 CUTS=400 SEED=1, Tests/vm/power/run.
.PHONY: test-power
test-power: build-packages .build/static
	$(call release,Saver)
	Tests/vm/prepare $(NATIVE)
	Tests/vm/power/run

# The daemon for hours in the guest with systemd, with troubles by chance: HOURS=8 SEED=1, Tests/soak/run.
.PHONY: soak
soak: deb
	Tests/vm/prepare
	Tests/vm/systemd/prepare soak sway foot
	HOURS='$(or $(HOURS),8)' SEED='$(SEED)' Tests/soak/run

# Real compositors and clients in Debian 12 and 13: Tests/clients/README.md. Choose with SUITE=trixie ONLY='sway weston' STEPS=edge.
.PHONY: test-clients
test-clients: deb
	ONLY='$(ONLY)' STEPS='$(STEPS)' SIZE='$(or $(SIZE),full)' Tests/clients/run $(SUITE)

# The recipes with the packages that they state, in Debian 12 and 13, in 8 minutes with the making of these. SUITES=trixie chooses one,
# ONLY='media-player viewer' some recipes.
.PHONY: test-recipes
test-recipes: build-packages
	@.ci/packages mmdebstrap python3
	for product in tickle tickled tickled-mqtt; do swift build --product $$product || exit 1; done
	ONLY='$(ONLY)' Tests/recipes/run $(SUITES)

# Runs tickled-mqtt with a real Home Assistant from PyPI, which needs Python 3.13 and 900 MB. PICTURES=docs takes its pictures again.
.PHONY: test-home-assistant
test-home-assistant: build-packages
	@.ci/packages chromium-headless-shell mosquitto umockdev
	swift build
	Tests/home-assistant/run $(PICTURES)

# The tests of the C sources for arm64, armhf and riscv64, emulated on this machine.
.PHONY: test-processors
test-processors: swift
	@.ci/packages libevdev-dev mmdebstrap pkg-config qemu-user-static
	Tests/C/emulated

# Tests the programs for arm64, and the C sources for arm64, armhf and riscv64, emulated on this machine.
.PHONY: test-arm64
test-arm64: build
	$(MAKE) deb ARCH=arm64
	@.ci/packages binutils-aarch64-linux-gnu file lintian mmdebstrap qemu-user-static
	Tests/arm64/run

# Runs `make build test` in a new Debian 13, with Debian's own Swift, or other targets: TARGETS=test. FRESH=1 creates that Debian again.
TARGETS ?= build test
.PHONY: test-debian13
test-debian13:
	.ci/debian trixie 'make $(TARGETS)'

# Runs the tests with each sanitizer, including those that start the programs. SIZE=small leaves out the programs and what
# has neither threads nor devices, SANITIZERS=thread the other one. Tests/sanitizers/run runs some tests with one of them.
SANITIZERS ?= thread address
.PHONY: sanitize
sanitize: build-packages test-packages
	status=0; for sanitizer in $(SANITIZERS); do SIZE=$(SIZE) Tests/sanitizers/run $$sanitizer || status=1; done; exit $$status

.PHONY: bench
bench: developer-programs bench-packages
	python3 -B Benchmarks/bench $(if $(QUICK),quick)

# Installs the programs that `make bench` compares with; without them it measures tickled alone.
.PHONY: bench-peers
bench-peers:
	@.ci/packages lisgd libinput-tools

# Counts instructions, which repeat exactly on a busy machine; fails if they exceed Benchmarks/baseline.json by more than 5 %.
.PHONY: bench-lines
bench-lines: developer-programs bench-packages
	python3 -B Benchmarks/bench lines

.PHONY: bench-check bench-baseline
bench-check: daemon bench-packages
	python3 -B Benchmarks/bench check

bench-baseline: daemon bench-packages
	python3 -B Benchmarks/bench baseline

# Removes the programs, because the build does not know that the linker reads the list.
.PHONY: bench-order
bench-order: daemon bench-packages
	python3 -B Benchmarks/bench order
	rm -f $(BIN)/tickled $(BIN)/tickle

# Times beside clients, readers and commands that misbehave: for a quiet machine.
.PHONY: bench-crowd
bench-crowd: developer-programs bench-packages
	python3 -B Benchmarks/bench crowd

# A thousand panels and a broker on this machine. QUICK=1 measures less.
.PHONY: bench-fleet
bench-fleet: developer-programs
	@.ci/packages mosquitto python3
	python3 -B Benchmarks/fleet $(if $(QUICK),quick)

# Compares with lisgd if that is installed (make bench-peers). QUICK=1 plays fewer hands and writes no page.
.PHONY: bench-gestures bench-gestures-baseline
bench-gestures: build
	@.ci/packages python3
	python3 -B Benchmarks/gestures $(if $(QUICK),quick,page)

# Counts what ordinary use triggers without meaning it, for each shipped configuration. QUICK=1 plays less and writes no page.
.PHONY: bench-unmeant
bench-unmeant: build
	@.ci/packages python3
	python3 -B Benchmarks/gestures/unmeant.py $(if $(QUICK),quick,page)

# Writes the counts that `make test` compares with.
bench-gestures-baseline: build
	@.ci/packages python3
	python3 -B Benchmarks/gestures baseline

# STROKES is the folder of the logs. QUICK=1 runs every twentieth trial and writes no page. MORE_STROKES is the folder of the
# other sets, which Benchmarks/stroke-sets writes; it may be absent.
STROKES ?= ../shared/strokes
MORE_STROKES ?= .build/stroke-sets
.PHONY: bench-strokes
bench-strokes: developer-programs
	MORE_STROKES=$(MORE_STROKES) $(BIN)/StrokeAccuracy $(STROKES) $(if $(QUICK),,--output Benchmarks/STROKES.md)

# Builds the package once with some 550 faults, and runs for each the tests that reach it: Tests/mutants/README.md. ONLY='arbiter relay'
# chooses areas, MOST=50 more faults of each; FRESH=1 forgets earlier results, SURVIVORS=1 tries only those that survived last time. QUICK=1
# leaves out the tests that start programs.
.PHONY: mutants
mutants: build-packages test-packages
	MOST='$(MOST)' ALL='$(ALL)' FRESH='$(FRESH)' SURVIVORS='$(SURVIVORS)' QUICK='$(QUICK)' JOBS='$(JOBS)' \
	  Tests/mutants/run $(ONLY)

.PHONY: sounds
sounds:
	Sources/CSounds/make-sounds

# SECONDS is the time for each of the subjects; SUBJECTS='frames' runs only some of them.
SECONDS ?= 60
.PHONY: fuzz
fuzz: build-packages
	Tests/fuzz/run $(SECONDS) $(SUBJECTS)

.PHONY: lint
lint: swift
	@.ci/packages shellcheck
	.ci/shell-scripts
	swift format lint --strict --recursive --parallel Package.swift Sources Tests docs/examples/Package.swift docs/examples/Sources

# Swift's own tools, without a plugin: extracts the symbols of the built module, then builds the pages. A public symbol without
# documentation is an error, and so is a warning from docc. The rules get their links in a copy.
.PHONY: docs
docs: swift docs-packages
	swift build --target Gestures
	@rm -rf .build/docs && mkdir -p .build/docs/symbols
	swift symbolgraph-extract -module-name Gestures -minimum-access-level public -I .build/debug/Modules \
	  -target $$(uname -m)-unknown-linux-gnu -output-dir .build/docs/symbols
	.ci/undocumented .build/docs/symbols/Gestures.symbols.json
	cp -r Sources/Gestures/Gestures.docc .build/docs/Gestures.docc
	docs/make-rules-article .build/docs/Gestures.docc/Rules.md
	docc convert .build/docs/Gestures.docc --additional-symbol-graph-dir .build/docs/symbols \
	  --fallback-display-name Gestures --fallback-bundle-identifier tickled.Gestures --warnings-as-errors \
	  --output-dir $(DOCS)
	@echo 'To read it: python3 -m http.server -d $(DOCS) 8000, then http://localhost:8000/documentation/gestures'

# The web site, for any folder of any server; fails if a link within it is dead.
.PHONY: site
site: docs
	@.ci/packages lowdown python3
	docs/check-links
	@# The page on which people try the gestures needs the engine, which not every Swift can make.
	if . systemd/static/modules && has_embedded; then $(MAKE) --no-print-directory $(ENGINE); fi
	docs/make-site .build/site $(DOCS) $$(ls $(ENGINE) 2> /dev/null)

# The engine for browsers. It is made in three minutes, so only when something in it has changed.
ENGINE := .build/tickle/wasm32/libtickle.wasm
$(ENGINE): $(shell find Sources/{Tickle,CTickle,Static,Gestures,Text,Program,Queues,TouchInput,Actions,Configuration,Reasons} -name '*.swift' -o -name '*.[ch]') \
  Sources/Tickle/build systemd/static/modules
	Sources/Tickle/build wasm32

# The moving picture of docs/commands.md, from a real session of `tickle demo`.
.PHONY: demo-picture
demo-picture: build
	@.ci/packages python3
	docs/make-demo-picture $(BIN)

# The moving picture of README.md: what it draws as recognized is what the recipe kiosk-exit recognizes.
.PHONY: promise-picture
promise-picture: build
	@.ci/packages python3
	docs/make-promise-picture $(BIN)

# The picture of the editor in docs/commands.md, from a real run.
.PHONY: edit-picture
edit-picture: build
	@.ci/packages chromium-headless-shell fonts-dejavu-core pngquant python3 python3-venv
	PICTURE=.build/edit.png PROGRAMS=$(BIN) CHECK=Tests/edit/check.py Tests/pages/run
	pngquant --force --speed 1 --output docs/edit.png 64 .build/edit.png

# The picture of a report in docs/first-gesture.md.
.PHONY: report-picture
report-picture: build
	@.ci/packages chromium-headless-shell pngquant
	$(BIN)/tickle replay --config config/tickled.toml --report .build/report.html config/demo.evemu > /dev/null
	chromium-headless-shell --no-sandbox --hide-scrollbars --window-size=1120,2000 --screenshot=.build/report.png .build/report.html
	pngquant --force --speed 1 --output docs/report.png 64 .build/report.png

# The picture of a configuration in docs/commands.md.
.PHONY: show-picture
show-picture: build
	$(BIN)/tickle show --config config/cookbook/phone.toml --output docs/show.svg

.PHONY: demo-recording
demo-recording:
	config/make-demo > config/demo.evemu

.PHONY: strokes
strokes:
	config/make-strokes

.PHONY: keys
keys:
	Sources/CLinux/make-key-names

# The test that compares the tables of keys with the program's own can write them, too. docs/make-key-pictures writes the pictograms of
# docs/twenty-keys.md.
.PHONY: reference
reference: build-packages
	docs/make-key-pictures
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
