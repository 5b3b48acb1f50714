"""A button by gpiozero on lgpio: `gpiozero_button.py CHIP LINE BOUNCE_MS [COMMAND...]`.

Each press starts the command, or is a line on standard output where there is none.
"""

import signal
import subprocess
import sys

from gpiozero import Button
from gpiozero.pins.lgpio import LGPIOFactory

chip, line, bounce = (int(each) for each in sys.argv[1:4])
command = sys.argv[4:]
button = Button(line, bounce_time=bounce / 1000 or None, pin_factory=LGPIOFactory(chip=chip))
if command:
    button.when_pressed = lambda: subprocess.Popen(command)
else:
    button.when_pressed = lambda: print("press", flush=True)
signal.pause()
