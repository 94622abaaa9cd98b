# The released static program: Buildroot has no Swift compiler. SHA256SUMS of the release has the line for tickled.hash.
TICKLED_VERSION = VERSION
TICKLED_SITE = PLACE
TICKLED_CPU = $(if $(BR2_x86_64),x86_64,$(if $(BR2_aarch64),aarch64,$(if $(BR2_riscv),riscv64,$(if $(BR2_i386),i686,$(if $(BR2_ARM_CPU_ARMV7A),armv7,armv6)))))
TICKLED_SOURCE = tickled-$(TICKLED_VERSION)-static-$(TICKLED_CPU).tar.gz
TICKLED_LICENSE = MIT
TICKLED_LICENSE_FILES = usr/share/doc/tickled/copyright

define TICKLED_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 755 $(@D)/usr/bin/tickled $(TARGET_DIR)/usr/bin/tickled
	$(INSTALL) -D -m 755 $(@D)/usr/share/tickled/touchscreens-only $(TARGET_DIR)/usr/share/tickled/touchscreens-only
	$(INSTALL) -D -m 644 $(@D)/etc/tickled/config.toml $(TARGET_DIR)/etc/tickled/config.toml
endef

define TICKLED_INSTALL_INIT_SYSV
	$(INSTALL) -D -m 755 $(@D)/etc/init.d/S90tickled $(TARGET_DIR)/etc/init.d/S90tickled
endef

define TICKLED_USERS
	tickled -1 tickled -1 * /var/lib/tickled - touchscreen Touchscreen gestures
endef

$(eval $(generic-package))
