import { afterEach, describe, expect, it, vi } from 'vitest'
import { watchPage } from '#src/transport/browser/page.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('[CO-16] watchPage', () => {
  it('WS-32 WS-33 reports page events until it is stopped', () => {
    const seen: string[] = []
    const stop = watchPage(({ type }) => seen.push(type))
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    visibility.mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    for (const name of ['offline', 'online', 'pagehide', 'pageshow']) dispatchEvent(new Event(name))
    const expected = ['page.hidden', 'page.visible', 'page.offline', 'page.online', 'page.hide', 'page.show']
    expect(seen).toEqual(expected)
    stop()
    for (const name of ['offline', 'online', 'pagehide', 'pageshow']) dispatchEvent(new Event(name))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(seen).toEqual(expected)
  })

  it('reports a missing network immediately', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const seen: string[] = []
    watchPage(({ type }) => seen.push(type))()
    expect(seen).toEqual(['page.offline'])
  })
})
