import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFrameLoop } from '#src/ui/screen/frame-loop.ts'

let element: HTMLElement
let end: AbortController
let painted: string[]
let failed: unknown[]
let refresh: (...parts: readonly string[]) => void

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
  refresh = createFrameLoop(element, end.signal, (error) => failed.push(error), paint)
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
  refresh('sea')
  await frames(4)
  expect(painted).toEqual([])
  element.style.top = '0'
  await vi.waitFor(() => expect(painted).toEqual(['sky sea']))
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
  document.dispatchEvent(new Event('visibilitychange'))
  await frames()
  expect(painted).toEqual([])
})
