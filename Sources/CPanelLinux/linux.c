#include "CPanelLinux.h"
