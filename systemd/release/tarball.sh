#!/bin/sh
# Installs tickled from this folder below /usr/local, on systems without a package of it: ./install.sh, as root
# ./install.sh --remove takes it away again, except for /etc/tickled.
set -eu
cd "$(dirname "$0")"

files() { find usr -type f | sort; }

main() {
  [ "$(id -u)" -eq 0 ] || { echo 'install.sh: run this as root' >&2; exit 1; }
  systemd=
  [ ! -d /run/systemd/system ] || systemd=yes
  if [ "${1:-}" = --remove ]; then
    [ -z "$systemd" ] || systemctl disable --now tickled || true
    files | sed 's#^#/#' | xargs rm -f
    rm -rf /usr/local/share/tickled
    [ -z "$systemd" ] || systemctl daemon-reload
    echo 'tickled is removed; its configuration is still in /etc/tickled.'
    return
  fi

  # The libraries first: nothing is installed that could not run.
  missing=$(ldd usr/local/bin/tickled usr/local/bin/tickle 2>&1 |
    sed -n 's/^[[:space:]]*\(.*\) => not found.*/\1/p; s/.*version `\(GLIBC_[0-9.]*\). not found.*/\1/p' | sort -u | tr '\n' ' ')
  [ -z "$missing" ] || { echo "install.sh: first install the packages of your system that have these: $missing" >&2; exit 1; }

  files | while IFS= read -r file; do
    mode=644
    [ ! -x "$file" ] || mode=755
    mkdir -p "/${file%/*}"
    # A program that runs cannot be overwritten, only replaced.
    rm -f "/$file"
    cp "$file" "/$file"
    chmod $mode "/$file"
  done
  if [ ! -e /etc/tickled/config.toml ]; then
    mkdir -p /etc/tickled
    cp usr/local/share/tickled/default.toml /etc/tickled/config.toml
  fi
  if [ -n "$systemd" ]; then
    systemd-sysusers
    systemd-tmpfiles --create tickled.conf
    systemctl daemon-reload
    # A reload of udev would not look up groups that are new.
    systemctl restart systemd-udevd
    udevadm trigger --action=change --subsystem-match=input --subsystem-match=iio
    systemctl enable tickled
    systemctl restart tickled
    echo "$(/usr/local/bin/tickle --version) is installed, and the service runs. Touch the screen: \`tickle watch\` shows each gesture."
  else
    echo "$(/usr/local/bin/tickle --version) is installed. systemd does not run here, so start it: \`tickled --format text\`."
  fi
}

main "$@"
