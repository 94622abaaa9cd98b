// A backlight for qemu's bochs-display, which has none: a table of the firmware with a panel of eleven brightnesses. The kernel's driver
// "video" makes /sys/class/backlight/acpi_video0 of it, and `actual_brightness` there is what this firmware was last told.
DefinitionBlock ("backlight.aml", "SSDT", 2, "TICKLE", "BACKLGHT", 1)
{
    External (\_SB.PCI0.S10, DeviceObj)
    Scope (\_SB.PCI0.S10)
    {
        Method (_DOS, 1) {}
        Method (_DOD) { Return (Package () { 0x80000400 }) }
        Device (LCD)
        {
            Name (_ADR, 0x0400)
            Name (LEVL, 80)
            // The brightness on mains, the one on battery, and all that there are.
            Method (_BCL) { Return (Package () { 100, 50, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100 }) }
            Method (_BCM, 1) { LEVL = Arg0 }
            Method (_BQC) { Return (LEVL) }
        }
    }
}
