print("gpiopress")
