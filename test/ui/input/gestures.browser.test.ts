import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenToGestures, type Drag } from '#src/ui/input/gestures.ts'

let element: HTMLElement
let end: AbortController
let done: readonly unknown[][]
let grabbed: Drag | undefined
let grabs: unknown[][]

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
  grabbed = undefined
  grabs = []
  listenToGestures(
    element,
    {
      panBy: (px) => acts.push(['pan', px]),
      zoomAt: (factor, x) => acts.push(['zoom', Number(factor.toFixed(3)), x]),
      point: (...at) => acts.push(['point', ...at]),
      grab: (...how) => {
        grabs.push(how)
        return grabbed
      },
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

describe('[CH-71] a finger', () => {
  it('that is held still points, wherever it then goes, and neither pans nor presses', () => {
    vi.useFakeTimers()
    pointer('pointerdown', 1, 50, 60, touch)
    vi.advanceTimersByTime(500)
    pointer('pointermove', 1, 90, 80, touch)
    pointer('pointerup', 1, 90, 80, touch)
    expect(done).toEqual([
      ['point', 50, 60],
      ['point', 90, 80],
    ])
    vi.useRealTimers()
  })

  it('that moves first pans, however long it stays', () => {
    vi.useFakeTimers()
    pointer('pointerdown', 1, 50, 60, touch)
    pointer('pointermove', 1, 70, 60, touch)
    vi.advanceTimersByTime(500)
    pointer('pointermove', 1, 90, 60, touch)
    expect(done).toEqual([
      ['pan', 20],
      ['pan', 20],
    ])
    vi.useRealTimers()
  })

  it('and another one above it zoom too', () => {
    pointer('pointerdown', 1, 100, 50, touch)
    pointer('pointerdown', 2, 100, 150, touch)
    pointer('pointermove', 2, 100, 250, touch)
    expect(done).toEqual([
      ['zoom', 0.5, 100],
      ['pan', 0],
    ])
  })
})

describe('[CH-66] what is grabbed', () => {
  it('gets the movements, and says whether it moved', () => {
    const drag = { moveTo: vi.fn(), end: vi.fn() }
    grabbed = drag
    pointer('pointerdown', 1, 50, 60, { shiftKey: true })
    pointer('pointermove', 1, 90, 80)
    pointer('pointerup', 1, 90, 80)
    expect(grabs).toEqual([[50, 60, { shiftKey: true, isTouch: false }]])
    expect(drag.moveTo.mock.calls).toEqual([[90, 80]])
    expect(drag.end.mock.calls).toEqual([[true]])
    expect(done.some(([act]) => act === 'pan')).toBe(false)
  })

  it('is let go of when a second finger comes', () => {
    const drag = { moveTo: vi.fn(), end: vi.fn() }
    grabbed = drag
    pointer('pointerdown', 1, 50, 60, touch)
    pointer('pointerdown', 2, 150, 60, touch)
    pointer('pointermove', 2, 250, 60, touch)
    expect(drag.end).toHaveBeenCalledTimes(1)
    expect(drag.moveTo).not.toHaveBeenCalled()
    expect(done).toContainEqual(['zoom', 0.5, 150])
  })
})

it('[CH-27] gestures stop after the signal aborted', () => {
  end.abort()
  pointer('pointermove', 1, 50, 60)
  wheel({ deltaY: 100 })
  expect(done).toEqual([])
})
