#ifndef CPANELLINUX_H
#define CPANELLINUX_H
#endif
