"""A ring writes to nothing but what it should: not through links, not to other files, not to other devices."""

import os

from kit import check, equal, kernel

PANEL = """
    board: auto
    controls:
      go: {{kind: button, pin: GPIO17, tap: true, ring: halo}}
    rings:
      halo: {{{ring}, pixels: 4}}
    outputs: {{stdout: true}}
"""
NOBODY = 65534


def scenario(lab):
    line = lab.line(17)
    precious = lab.write("precious", "precious\n")

    def refused(ring, reason):
        program = lab.run(PANEL.format(ring=ring), [line])
        program.wait_error(reason)
        # The buttons do not mind.
        lab.tap(line)
        program.wait("tap", "go")
        equal(program.end()[0], 0, "exit status")
        off = lab.program("ring", lab.path("panel.yaml"), "halo", "off")
        check(off.end(None)[0] in (69, 77, 78), "off did what run refused")
        check(reason in off.stderr, lambda: off.stderr)
        equal(kernel.read(precious), "precious\n", "a file behind it")

    os.symlink(precious, lab.path("link"))
    refused("driver: file, path: link", "a symbolic link")
    os.link(precious, lab.path("second"))
    refused("driver: file, path: second", "it has another name")
    os.unlink(lab.path("second"))
    os.chown(precious, NOBODY, NOBODY)
    refused("driver: file, path: precious", "it belongs to somebody else")
    os.makedirs(lab.path("theirs"))
    os.symlink(lab.directory, lab.path("theirs/way"))
    os.chown(lab.path("theirs/way"), NOBODY, NOBODY, follow_symlinks=False)
    refused("driver: file, path: theirs/way/new", "a symbolic link")
    check(not os.path.exists(lab.path("new")), "a file was made where a link of somebody led")
    for driver in ("ws2812", "apa102", "pio"):
        for device in ("precious", "/dev/null", "/dev/gpiochip0"):
            refused(f"driver: {driver}, device: {device}", f"open {device}: it is no device")
    # A link to the right device is one that udev may have made.
    os.symlink("/dev/spidev0.0", lab.path("strip"))
    path = lab.write("panel.yaml", PANEL.format(ring="driver: apa102, device: strip"))
    equal(lab.program("ring", path, "halo", "off").end(None)[0], 0, "exit status of off by a link")
