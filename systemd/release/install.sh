#!/bin/sh
# Installs tickled on Debian 12 and newer and on systems based on it or on Ubuntu 22.04 and newer:
#
#     wget -qO- @PLACE@/install.sh | sh
#
# It adds a signed source of packages and its key to apt, and installs from there. It can be run again. Everything is in functions, so that
# nothing runs if only a part of the script arrives. `make release` fills in the place and the key.
set -eu

stop() {
  echo "tickled: $*" >&2
  exit 1
}

key() {
  cat << 'END'
@KEY@
END
}

sources() {
  cat << 'END'
@SOURCES@
END
}

main() {
  place=@PLACE@
  system='This system'
  like=
  if [ -r /etc/os-release ]; then
    # shellcheck source=/dev/null
    . /etc/os-release
    system=${PRETTY_NAME:-$system} like="${ID:-} ${ID_LIKE:-}"
  fi

  case " $like " in
  *' debian '* | *' ubuntu '* | *' raspbian '*) ;;
  *) like= ;;
  esac
  if [ -z "$like" ] || ! command -v apt-get > /dev/null || ! command -v dpkg > /dev/null; then
    stop "$system is not based on Debian; with glibc 2.35 or newer, unpack $place/tickled-@VERSION@-ARCH.tar.xz and run its install.sh."
  fi
  arch=$(dpkg --print-architecture)
  case $arch in
  amd64 | arm64) ;;
  *) stop "there are packages for amd64 and arm64, and this system is $arch; on a Raspberry Pi 3 or newer, use the 64-bit Raspberry Pi OS." ;;
  esac
  # Debian 12 has 2.36, Ubuntu 22.04 has 2.35.
  libc=$(getconf GNU_LIBC_VERSION 2> /dev/null | sed 's/.* //')
  if ! dpkg --compare-versions "${libc:-0}" ge 2.35; then
    stop "$system has glibc ${libc:-of an unknown version}, and tickled needs 2.35: upgrade to Debian 12, Ubuntu 22.04 or newer."
  fi

  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo > /dev/null || stop "only root can install packages, and there is no sudo: run this as root."
    as_root=sudo
  fi
  echo "Adding $place to apt's sources, and installing tickled from there"
  $as_root mkdir -p /etc/apt/keyrings /etc/apt/sources.list.d
  key | $as_root tee /etc/apt/keyrings/tickled.asc > /dev/null
  { sources && echo "Architectures: $arch"; } | $as_root tee /etc/apt/sources.list.d/tickled.sources > /dev/null
  $as_root chmod 644 /etc/apt/keyrings/tickled.asc /etc/apt/sources.list.d/tickled.sources
  # The script itself may be standard input.
  $as_root apt-get -qq update < /dev/null || stop "apt cannot read its sources: see the lines above."
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install tickled < /dev/null > /dev/null ||
    stop "apt cannot install tickled: see the lines above."

  echo
  if [ -d /run/systemd/system ]; then
    echo "$(tickle --version) is installed, and the service runs. Touch the screen: \`sudo tickle watch\` shows each gesture, until Ctrl-C."
    echo 'Next: give one an action in /etc/tickled/config.toml, then `sudo systemctl reload tickled`; `man tickled.toml` has every key.'
  else
    echo "$(tickle --version) is installed. systemd does not run here, so start it: \`tickled --format text\`. Then touch the screen."
    echo 'Next: give a gesture an action in /etc/tickled/config.toml; `man tickled.toml` has every key.'
  fi
  echo 'To remove it: `sudo apt-get purge tickled`, then delete /etc/apt/sources.list.d/tickled.sources and /etc/apt/keyrings/tickled.asc.'
}

main
