/* The parts of Linux that Swift cannot import; one header each. */
#ifndef CPANELLINUX_H
#define CPANELLINUX_H
#include "child.h"
#include "daemon.h"
#include "loop.h"
#include "memory.h"
#include "news.h"
#include "output.h"
#include "own.h"
#include "socket.h"
#include "spi.h"
#include "timing.h"
#include "uinput.h"
#endif
