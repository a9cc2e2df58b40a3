import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ActorView } from '#src/features/inspector/machine/ActorView.tsx'
import { panes, screen } from '#src/features/inspector/inspector.css.ts'
import { activeIds, graphOf } from '#src/lib/inspection/graph.ts'
import '#src/ui/theme/global.css.ts'
import { MACHINES } from '#test/support/client/machines.ts'

/** 11 px, less what rounding takes. */
const MIN_PX = 10.99
/** What a machine is in for most of its life; others are shown as they begin. */
const VALUES: Readonly<Record<string, Parameters<typeof activeIds>[1]>> = {
  session: { authenticated: { inactivity: 'watching', refresh: 'scheduled', user: 'known' } },
}

let root: Root
let box: HTMLElement
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
  delete document.documentElement.dataset['theme']
})

/** The states that are active when a machine starts, by its definition. */
function initialIds(name: string): readonly string[] {
  const { root: node } = MACHINES[name]!
  if (VALUES[name] !== undefined) return activeIds(node, VALUES[name])
  const below = (at: typeof node): string[] => [
    at.id,
    ...(at.type === 'parallel' ? Object.values(at.states) : at.type === 'compound' ? at.initial.target : []).flatMap(
      below,
    ),
  ]
  return below(node)
}

async function show(name: string, width: number, theme = 'dark') {
  document.documentElement.dataset['theme'] = theme
  await page.viewport(width, 900)
  root.render(null)
  await vi.waitFor(() => expect(box.childElementCount).toBe(0))
  const graph = graphOf(MACHINES[name]!)
  const moment = { active: new Set(initialIds(name)), counts: new Map(), lit: new Set<string>(), n: 1, guards: [] }
  root.render(
    <div className={screen}>
      <div className={panes}>
        <p>Actors</p>
        <ActorView key={`${name} ${theme}`} name={name} graph={graph} moment={moment} />
      </div>
    </div>,
  )
  const chart = page.getByRole('region', { name: `Statechart of ${name}` })
  await expect.element(chart).toBeVisible()
  await vi.waitFor(() => expect(chart.element().style.getPropertyValue('--zoom')).not.toBe(''), 5_000)
  return { chart, leaves: [...chart.element().querySelectorAll<HTMLElement>('[data-active]')] }
}

const zoomOf = (chart: Element) =>
  Number(
    chart
      .querySelector('.react-flow__viewport')!
      .getAttribute('style')!
      .match(/scale\((.*?)\)/)![1],
  )
const textHeight = (text: HTMLElement, zoom: number) => Number.parseFloat(getComputedStyle(text).fontSize) * zoom
const isInside = (inner: DOMRect, outer: DOMRect) =>
  inner.left >= outer.left - 1 &&
  inner.top >= outer.top - 1 &&
  inner.left < outer.right - 20 &&
  inner.top < outer.bottom - 12

it.each(Object.keys(MACHINES).flatMap((name) => [1440, 1024, 390].map((width) => [name, width] as const)))(
  '[IN-16] %s opens at %i px on an active state, with text of at least 11 px',
  async (name, width) => {
    const { chart, leaves } = await show(name, width)
    const frame = chart.element().getBoundingClientRect()
    await vi.waitFor(() => expect(leaves.some((leaf) => isInside(leaf.getBoundingClientRect(), frame))).toBe(true))
    const innermost = leaves.at(-1)!
    const names = leaves.map((leaf) => leaf.firstElementChild as HTMLElement)
    const zoom = zoomOf(chart.element())
    for (const text of [...names, innermost.lastElementChild as HTMLElement])
      expect(textHeight(text, zoom)).toBeGreaterThanOrEqual(MIN_PX)
    const folder = import.meta.env['VITE_PAIRBOT_PICTURES']
    if (folder !== undefined) {
      await page.screenshot({ path: `${folder}/${name}-${width}-dark.png` })
      await show(name, width, 'light')
      await page.screenshot({ path: `${folder}/${name}-${width}-light.png` })
    }
  },
)

it('[IN-16] keys zoom and pan; far away only names are shown, still 11 px high', async () => {
  const { chart } = await show('wizard', 1440)
  const frame = chart.element() as HTMLElement
  const before = zoomOf(frame)
  frame.focus()
  await userEvent.keyboard('+')
  await vi.waitFor(() => expect(zoomOf(frame)).toBeGreaterThan(before * 1.2))
  await userEvent.keyboard('------')
  await vi.waitFor(() => expect(frame).toHaveAttribute('data-far'))
  const name = frame.querySelector<HTMLElement>('[data-active]')!.firstElementChild as HTMLElement
  await vi.waitFor(() => expect(textHeight(name, zoomOf(frame))).toBeGreaterThanOrEqual(MIN_PX))
  await userEvent.keyboard('1')
  await vi.waitFor(() => expect(zoomOf(frame)).toBeCloseTo(1))
  const place = frame.querySelector('[data-active]')!.getBoundingClientRect().left
  await userEvent.keyboard('{ArrowLeft}')
  await vi.waitFor(() =>
    expect(frame.querySelector('[data-active]')!.getBoundingClientRect().left).toBeCloseTo(place + 80),
  )
})

it('[IN-16] a compound state is collapsed and expanded, and an event is found', async () => {
  const { chart } = await show('session', 1440)
  const inside = () => chart.element().querySelector('[data-state="session.authenticated.refresh.scheduled"]')
  expect(inside()).not.toBeNull()
  const button = chart.getByRole('button', { name: 'Collapse refresh' })
  ;(button.element() as HTMLElement).click()
  await vi.waitFor(() => expect(inside()).toBeNull(), 5_000)
  ;(chart.getByRole('button', { name: 'Expand refresh' }).element() as HTMLElement).click()
  await vi.waitFor(() => expect(inside()).not.toBeNull(), 5_000)
  await page.getByRole('textbox', { name: 'Find a state or event' }).fill('user.signOut')
  await expect.element(page.getByText(/^[1-9]\d* found$/)).toBeVisible()
})
