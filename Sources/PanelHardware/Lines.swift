import CGpiod
