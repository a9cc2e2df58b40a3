import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CardStrip, type CardChoice } from '#src/features/dashboard/analytics/CardStrip.tsx'
import { container } from '#src/features/dashboard/DashboardLayout.css.ts'
import { CARD_NAMES } from '#src/features/dashboard/cards.ts'

const PHONE_PX = 366
const WIDE_PX = 1_200

let root: Root
let box: HTMLElement
let chosen: CardChoice[]

function Cards({ first }: { readonly first: CardChoice }) {
  const [shown, setShown] = useState(first)
  const onShow = (choice: CardChoice) => {
    chosen.push(choice)
    setShown(choice)
  }
  return (
    <div className={container}>
      <CardStrip shown={shown} onShow={onShow}>
        {(name) => <button style={{ height: name === 'levels' ? 300 : 200 }}>Open {name}</button>}
      </CardStrip>
    </div>
  )
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.viewport(1_280, 800)
  chosen = []
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
  vi.useRealTimers()
})

async function show(first: CardChoice, width = PHONE_PX): Promise<void> {
  box.style.width = `${width}px`
  root.render(<Cards first={first} />)
  await expect.poll(() => box.querySelector('[data-shown]')).not.toBeNull()
}

const strip = () => box.querySelector<HTMLElement>('[data-shown]') ?? box
/** The card at the left edge, which is the one in view. */
const inView = () => {
  const { left } = box.getBoundingClientRect()
  return CARD_NAMES.find(
    (_, index) => Math.abs((strip().children[index]?.getBoundingClientRect().left ?? -9) - left) < 2,
  )
}
const pressed = () => box.querySelector('[aria-pressed="true"]')?.textContent
const press = (name: string) =>
  [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()

/** Scrolls as the browser does when a finger has left the strip. */
function glideTo(index: number): void {
  strip().scrollLeft = index * (strip().children[1]?.getBoundingClientRect().width ?? 0) + index * 16
}
function swipeTo(index: number): void {
  strip().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  glideTo(index)
}
/** The strip comes to rest: its scroll events come with the next frame. */
async function rest(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  vi.advanceTimersByTime(100)
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

describe('[DA-22] cards side by side', () => {
  it('shows the one that a swipe has come to', async () => {
    await show('patterns')
    expect(inView()).toBe('patterns')
    swipeTo(2)
    await rest()
    expect([chosen, pressed(), inView()]).toEqual([['levels'], 'Levels', 'levels'])
  })

  it('keeps one that was chosen while the strip still glides', async () => {
    await show('patterns')
    swipeTo(2)
    await rest()
    press('Indicators')
    await expect.poll(inView).toBe('indicators')
    glideTo(2)
    expect(inView()).toBe('levels')
    await rest()
    expect([chosen, pressed(), inView()]).toEqual([['levels', 'indicators'], 'Indicators', 'indicators'])
  })

  it('does not take a scroll of the browser for a choice', async () => {
    await show('indicators')
    glideTo(0)
    expect(inView()).toBe('structure')
    await rest()
    expect([chosen, inView()]).toEqual([[], 'indicators'])
  })

  it('shows the card that the focus comes to, and takes it from one that was swiped away', async () => {
    await show('patterns')
    strip().children[3]?.querySelector('button')?.focus()
    await rest()
    expect([chosen, inView()]).toEqual([['indicators'], 'indicators'])
    swipeTo(0)
    await rest()
    expect([chosen, inView()]).toEqual([['indicators', 'structure'], 'structure'])
    expect(document.activeElement).toBe(document.body)
  })

  it('still shows the chosen card when one column has become two and one again', async () => {
    await show('levels', WIDE_PX)
    expect(getComputedStyle(strip()).display).toBe('contents')
    box.style.width = `${PHONE_PX}px`
    window.dispatchEvent(new Event('resize'))
    expect([chosen, inView()]).toEqual([[], 'levels'])
  })
})
