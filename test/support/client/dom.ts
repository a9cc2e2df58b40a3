import { cleanup } from '@testing-library/react'
import { animationFrameScheduler, asapScheduler } from 'rxjs'
import { afterEach, vi } from 'vitest'

/** Test files share a worker: each test leaves the document, the clock, the globals and RxJS as it found them. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // RxJS would wait forever for a frame that it requested from a fake clock.
  for (const { actions } of [animationFrameScheduler, asapScheduler])
    for (const action of actions.slice()) action.unsubscribe()
})
