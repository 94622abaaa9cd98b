// Empty unless it is built with the thread sanitizer. Swift's Mutex waits for other threads in libswiftSynchronization, which is not
// built with the sanitizer. Without these functions, the sanitizer does not see a lock that had to wait, and reports races on the
// values that the lock guards. They replace the functions of that library, call them, and inform the sanitizer.
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *);
void __tsan_release(void *);

static SWIFT void (*lock)(uint32_t, SELF void *);
static SWIFT void (*unlock)(SELF void *);

__attribute__((constructor)) static void find_library_functions(void) {
  lock = (__typeof__(lock))dlsym(RTLD_NEXT, LOCK);
  unlock = (__typeof__(unlock))dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void linux_mutex_lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void linux_mutex_lock(uint32_t thread, SELF void *mutex) {
  lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void linux_mutex_unlock(SELF void *mutex) __asm__(UNLOCK);
SWIFT void linux_mutex_unlock(SELF void *mutex) {
  __tsan_release(mutex);
  unlock(mutex);
}
#endif
#endif
