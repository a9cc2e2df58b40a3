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

it('[CH-26] paints what is stale together, once per frame, and not again', async () => {
  refresh('sky')
  refresh('sea', 'sky')
  expect(painted).toEqual([])
  await frames()
  expect(painted).toEqual(['sky sea'])
  refresh('sea')
  await frames()
  expect(painted).toEqual(['sky sea', 'sea'])
})

it('[CH-26] remembers what is stale while scrolled away, and paints it once on return', async () => {
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

it('[CH-26] remembers what is stale while the tab is hidden', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  refresh('sky')
  await frames()
  expect(painted).toEqual([])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await frames()
  expect(painted).toEqual(['sky'])
})

it('[CH-29] hands on what painting throws, and paints on', async () => {
  refresh('broken')
  await frames()
  refresh('sky')
  await frames()
  expect(failed).toEqual([new Error('no paint')])
  expect(painted).toEqual(['broken', 'sky'])
})

it('[CH-27] paints nothing once it has ended, not even what was stale', async () => {
  refresh('sky')
  end.abort()
  refresh('sea')
  document.dispatchEvent(new Event('visibilitychange'))
  await frames()
  expect(painted).toEqual([])
})
