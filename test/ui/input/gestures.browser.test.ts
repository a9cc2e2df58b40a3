import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenToGestures } from '#src/ui/input/gestures.ts'

let element: HTMLElement
let end: AbortController
let done: readonly unknown[][]

const pointer = (type: string, id: number, x: number, y: number, given: PointerEventInit = {}) =>
  element.dispatchEvent(
    new PointerEvent(type, { pointerId: id, pointerType: 'mouse', clientX: x, clientY: y, ...given }),
  )
const touch = { pointerType: 'touch' } as const
const wheel = (given: WheelEventInit) => {
  const event = new WheelEvent('wheel', { clientX: 40, cancelable: true, ...given })
  element.dispatchEvent(event)
  return event
}

beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'))
  element.style.cssText = 'position:fixed;left:0;top:0;width:400px;height:300px'
  vi.spyOn(element, 'setPointerCapture').mockReturnValue()
  end = new AbortController()
  const acts: unknown[][] = []
  done = acts
  listenToGestures(
    element,
    {
      panBy: (px) => acts.push(['pan', px]),
      zoomAt: (factor, x) => acts.push(['zoom', Number(factor.toFixed(3)), x]),
      point: (...at) => acts.push(['point', ...at]),
    },
    end.signal,
  )
})

afterEach(() => {
  end.abort()
  element.remove()
})

describe('[CH-12] the mouse', () => {
  it('points on hover, pans with the left button, and clears the pointer on leave', () => {
    pointer('pointermove', 1, 50, 60)
    pointer('pointerdown', 1, 50, 60)
    pointer('pointermove', 1, 80, 60)
    pointer('pointerup', 1, 80, 60)
    pointer('pointermove', 1, 90, 60)
    pointer('pointerleave', 1, 500, 60)
    expect(done).toEqual([['point', 50, 60], ['point', 80, 60], ['pan', 30], ['point', 90, 60], ['point']])
  })

  it('does not pan with other buttons', () => {
    pointer('pointerdown', 1, 50, 60, { button: 2 })
    pointer('pointermove', 1, 80, 60)
    expect(done).toEqual([['point', 80, 60]])
  })

  it('zooms at the pointer by wheel in px or lines, faster for a touchpad pinch, and pans by horizontal wheel', () => {
    expect(wheel({ deltaY: 100 }).defaultPrevented).toBe(true)
    wheel({ deltaY: -100 })
    wheel({ deltaY: 3, deltaMode: WheelEvent.DOM_DELTA_LINE })
    wheel({ deltaY: 5, ctrlKey: true })
    wheel({ deltaX: 25, deltaY: 3 })
    expect(done).toEqual([
      ['zoom', 1.162, 40],
      ['zoom', 0.861, 40],
      ['zoom', 1.075, 40],
      ['zoom', 1.046, 40],
      ['pan', -25],
    ])
  })
})

describe('[CH-12] touch', () => {
  it('pans with one finger and points on tap', () => {
    pointer('pointerdown', 1, 50, 60, touch)
    pointer('pointermove', 1, 20, 60, touch)
    pointer('pointerup', 1, 20, 60, touch)
    pointer('pointerdown', 2, 100, 90, touch)
    pointer('pointermove', 2, 102, 90, touch)
    pointer('pointerup', 2, 102, 90, touch)
    expect(done).toEqual([
      ['pan', -30],
      ['pan', 2],
      ['point', 102, 90],
    ])
  })

  it('zooms with two fingers around their middle', () => {
    pointer('pointerdown', 1, 100, 60, touch)
    pointer('pointerdown', 2, 200, 60, touch)
    pointer('pointermove', 2, 300, 60, touch)
    expect(done).toEqual([
      ['zoom', 0.5, 200],
      ['pan', 50],
    ])
  })

  it('forgets cancelled pointers', () => {
    pointer('pointerdown', 1, 100, 60, touch)
    pointer('pointercancel', 1, 100, 60, touch)
    pointer('pointermove', 1, 200, 60, touch)
    expect(done).toEqual([])
  })
})

it('[CH-27] gestures stop after the signal aborted', () => {
  end.abort()
  pointer('pointermove', 1, 50, 60)
  wheel({ deltaY: 100 })
  expect(done).toEqual([])
})
