import { resetAnimationFrameScheduler } from '@base-ui/utils/useAnimationFrame'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { animationFrameScheduler, asapScheduler } from 'rxjs'
import { afterEach, beforeEach, vi } from 'vitest'

// A loaded machine takes longer than a second to load a screen.
configure({ asyncUtilTimeout: 5_000 })

// jsdom draws its frames from an interval: one that a fake clock started would be the last for all files that follow.
const { setTimeout: startTimeout, clearTimeout: stopTimeout } = globalThis
globalThis.requestAnimationFrame = (paint) => Number(startTimeout(() => paint(performance.now()), 1_000 / 60))
globalThis.cancelAnimationFrame = (handle) => stopTimeout(handle)

// The tests are a wide window, where the parts of the account menu stand in the bar; jsdom hides popovers and has no styles.
const styles = document.createElement('style')
styles.textContent = '[popover] { display: block !important }'
beforeEach(() => document.head.append(styles))

/** Test files share a worker: each test leaves the document, the clock, the globals and RxJS as it found them. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // RxJS would wait forever for a frame that it requested from a fake clock, and Base UI would run the callbacks left over.
  for (const { actions } of [animationFrameScheduler, asapScheduler])
    for (const action of actions.slice()) action.unsubscribe()
  resetAnimationFrameScheduler()
})
