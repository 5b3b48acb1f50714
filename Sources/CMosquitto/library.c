#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

#include "CMosquitto.h"

struct pm_library pm_library;

static int is_loaded;

/* One function; a library that lacks one is too old. */
static int find(void *library, const char *name, void **function, char *reason, uint32_t room) {
  *function = dlsym(library, name);
  if (*function)
    return 0;
  snprintf(reason, room, "it has no %s: too old", name);
  return -1;
}

int32_t pm_load(const char *name, char *reason, uint32_t room) {
  if (is_loaded)
    return 0;
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *error = dlerror();
    snprintf(reason, room, "%s", error ? error : "it cannot be opened");
    return -1;
  }
#define PM_FIND(result, function, parameters)                                                      \
  if (find(library, "mosquitto_" #function, (void **)&pm_library.function, reason, room) < 0) {    \
    dlclose(library);                                                                              \
    return -1;                                                                                     \
  }
  PM_FUNCTIONS(PM_FIND)
#undef PM_FIND
  pm_library.lib_init();
  is_loaded = 1;
  return 0;
}
