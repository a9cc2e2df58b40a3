import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { navigateSlots } from '#src/ui/input/navigation.ts'

const WIDTH = 400

let element: HTMLElement
let end: AbortController
let extent: { first: number; last: number }
let viewChanges: number
let announced: string[]
let navigation: ReturnType<typeof navigateSlots>

const keys = async (text: string) => {
  element.focus()
  await userEvent.keyboard(text)
}
const wheel = (given: WheelEventInit) =>
  element.dispatchEvent(new WheelEvent('wheel', { clientX: 100, cancelable: true, ...given }))
const hover = (x: number, y: number) =>
  element.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', clientX: x, clientY: y }))
const width = () => navigation.view.to - navigation.view.from

beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'))
  element.style.cssText = `position:fixed;left:0;top:0;width:${WIDTH}px;height:300px`
  element.tabIndex = 0
  end = new AbortController()
  extent = { first: 0, last: 499 }
  viewChanges = 0
  announced = []
  const slots = {
    extent,
    firstView: 100,
    width: () => WIDTH,
    describe: (slot: number) => `slot ${slot}`,
    onViewChange: () => (viewChanges += 1),
    onPointedChange: () => undefined,
    onAnnounce: (text: string) => announced.push(text),
  }
  navigation = navigateSlots(element, slots, end.signal)
})

afterEach(() => {
  end.abort()
  element.remove()
})

describe('[CH-11] growing slots', () => {
  it('moves a following view along and leaves any other', () => {
    expect(navigation.view).toEqual({ from: 399.5, to: 503.5 })
    extent.last = 501
    navigation.extentChanged({ first: 0, last: 499 })
    expect(navigation.view).toEqual({ from: 401.5, to: 505.5 })
    wheel({ deltaX: -200 })
    const away = navigation.view
    expect(navigation.isFollowing).toBe(false)
    expect(away.to).toBeCloseTo(453.5)
    extent.last = 502
    navigation.extentChanged({ first: 0, last: 501 })
    expect(navigation.view).toEqual(away)
    navigation.toLive()
    expect(navigation.view.to).toBe(506.5)
    expect([navigation.isFollowing, viewChanges]).toEqual([true, 4])
  })

  it('starts with the initial view once there are slots', () => {
    extent.last = 59
    navigation.extentChanged({ first: 0, last: -1 })
    expect(navigation.view).toEqual({ from: -0.5, to: 63.5 })
  })
})

describe('[CH-12] zooming', () => {
  it('keeps the slot under the pointer with the wheel', () => {
    const under = () => navigation.view.from + (100 / WIDTH) * width()
    const before = under()
    wheel({ deltaY: -300 })
    expect(width()).toBeLessThan(80)
    expect(under()).toBeCloseTo(before)
  })

  it('keeps the newest slot of a following view with buttons, else the pointed slot unless the future would grow', () => {
    navigation.zoomIn()
    expect(width()).toBeCloseTo(0.8 * 104)
    expect(499 - navigation.view.from).toBeCloseTo(0.8 * 99.5)
    hover(0, 10)
    const { slot } = navigation.pointed ?? { slot: 0 }
    expect(slot).toBe(419)
    const left = slot - navigation.view.from
    navigation.zoomIn()
    expect(slot - navigation.view.from).toBeCloseTo(left * 0.8)
    const { to } = navigation.view
    navigation.zoomOut()
    navigation.zoomOut()
    expect(width()).toBeCloseTo(104)
    expect(navigation.view.to).toBeCloseTo(503.5)
    expect(to).toBeLessThan(503.5)
  })
})

describe('[CH-30] pointing', () => {
  it('reports the nearest slot and the height for the pointer', () => {
    hover(WIDTH / 2, 40)
    expect(navigation.pointed).toEqual({ slot: 452, x: WIDTH / 2, y: 40 })
    hover(WIDTH, 40)
    expect(navigation.pointed).toEqual({ slot: 499, x: WIDTH, y: 40 })
  })

  it('starts at the newest visible slot by keyboard, reveals it, and sets the slider value', async () => {
    const slider = () => [element.ariaValueNow, element.ariaValueMax, element.ariaValueText]
    await keys('{ArrowRight}')
    expect(slider()).toEqual(['500', '500', 'slot 499'])
    await keys('{ArrowLeft}{ArrowDown}{PageDown}')
    expect(navigation.pointed).toEqual({ slot: 487 })
    await keys('{Home}')
    expect(slider()).toEqual(['1', '500', 'slot 0'])
    expect(navigation.view.from).toBe(-0.5)
    await keys('{End}')
    expect([navigation.pointed, navigation.view.to]).toEqual([{ slot: 499 }, 503.5])
    await keys('{Escape}')
    expect(navigation.pointed).toBeUndefined()
  })

  it('announces the pointed slot on demand, by default the newest', async () => {
    await keys('{Enter}{Home} ')
    expect(announced).toEqual(['slot 499', 'slot 0'])
  })

  it('does nothing without slots', async () => {
    extent.last = -1
    await keys('{ArrowLeft}')
    expect([navigation.pointed, viewChanges]).toEqual([undefined, 0])
  })
})
