import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePixelRatio } from '#src/ui/screen/canvas.ts'

const queries: { readonly media: string; readonly target: EventTarget }[] = []
const listening: string[] = []

/** A screen with as many device pixels per CSS pixel, whose media queries can change. */
function screenOf(ratio: number): void {
  vi.stubGlobal('devicePixelRatio', ratio)
  vi.stubGlobal('matchMedia', (media: string) => {
    const target = new EventTarget()
    queries.push({ media, target })
    return {
      addEventListener: (type: string, listener: () => void) => {
        listening.push(media)
        target.addEventListener(type, listener)
      },
      removeEventListener: (type: string, listener: () => void) => {
        listening.splice(listening.indexOf(media), 1)
        target.removeEventListener(type, listener)
      },
    }
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('[CH-28] follows the pixel ratio between screens and unsubscribes on unmount', () => {
  screenOf(1)
  const { result, unmount } = renderHook(() => usePixelRatio())
  expect([result.current, listening]).toEqual([1, ['(resolution: 1dppx)']])

  for (const ratio of [2, 1.5]) {
    const asked = queries.at(-1)
    screenOf(ratio)
    act(() => void asked?.target.dispatchEvent(new Event('change')))
    expect([result.current, listening]).toEqual([ratio, [`(resolution: ${ratio}dppx)`]])
  }
  unmount()
  expect(listening).toEqual([])
})
