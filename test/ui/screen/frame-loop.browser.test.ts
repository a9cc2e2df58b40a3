import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { animationFrameScheduler } from 'rxjs'
import { createFrameLoop, type FrameLoop } from '#src/ui/screen/frame-loop.ts'

let element: HTMLElement
let end: AbortController
let painted: string[]
let failed: unknown[]
let refresh: FrameLoop<string>['paintInNextFrame']
let refreshNow: FrameLoop<string>['paintInThisFrame']

const frames = async (count = 2) => {
  for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame)
}

beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'))
  element.style.cssText = 'position:absolute;top:0;width:100px;height:100px'
  end = new AbortController()
  painted = []
  failed = []
  const paint = (stale: ReadonlySet<string>) => {
    painted.push([...stale].join(' '))
    if (stale.has('broken')) throw new Error('no paint')
  }
  const loop = createFrameLoop(element, end.signal, (error) => failed.push(error), paint)
  refresh = loop.paintInNextFrame
  refreshNow = loop.paintInThisFrame
})

afterEach(() => {
  end.abort()
  element.remove()
  vi.restoreAllMocks()
})

it('[CH-26] paints invalidated parts together and once per frame', async () => {
  refresh('sky')
  refresh('sea', 'sky')
  expect(painted).toEqual([])
  await frames()
  expect(painted).toEqual(['sky sea'])
  refresh('sea')
  await frames()
  expect(painted).toEqual(['sky sea', 'sea'])
})

it('[CH-26] paints data in the frame in which it arrives, together with what changed before', async () => {
  refresh('sky')
  const atEnd = await new Promise<readonly string[]>((done) => {
    animationFrameScheduler.schedule(() => {
      refreshNow('sea')
      refreshNow('sky')
      queueMicrotask(() => done([...painted]))
    })
  })
  expect(atEnd).toEqual(['sky sea'])
  await frames()
  expect(painted).toEqual(['sky sea'])
})

it('[CH-26] defers painting while scrolled out of view, and paints once on return', async () => {
  element.style.top = '100000px'
  const away = new Promise<void>((done) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) return
      observer.disconnect()
      done()
    })
    observer.observe(element)
  })
  await away
  await frames()
  refresh('sky')
  refreshNow('sea')
  await frames(4)
  expect(painted).toEqual([])
  element.style.top = '0'
  await vi.waitFor(() => expect(painted).toEqual(['sky sea']))
})

it('[CH-26] paints on return what was due in the frame after it was scrolled out of view', async () => {
  element.style.top = '100000px'
  // Before it is noticed that it is away, which is at the end of the frame.
  await new Promise<void>((done) => {
    requestAnimationFrame(() => {
      refresh('sky')
      done()
    })
  })
  await frames()
  expect(painted).toEqual([])
  element.style.top = '0'
  await expect.poll(() => painted).toEqual(['sky'])
})

it('[CH-26] defers painting while the tab is hidden', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  refresh('sky')
  await frames()
  expect(painted).toEqual([])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await frames()
  expect(painted).toEqual(['sky'])
})

it('[CH-29] reports errors thrown by paint and continues', async () => {
  refresh('broken')
  await frames()
  refresh('sky')
  await frames()
  expect(failed).toEqual([new Error('no paint')])
  expect(painted).toEqual(['broken', 'sky'])
})

it('[CH-27] paints nothing after the signal aborted, not even pending parts', async () => {
  refresh('sky')
  end.abort()
  refresh('sea')
  refreshNow('sea')
  document.dispatchEvent(new Event('visibilitychange'))
  await frames()
  expect(painted).toEqual([])
})
