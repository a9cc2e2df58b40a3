import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ScoreTable } from '#src/features/score/ScoreArea.tsx'
import '#src/ui/theme/global.css.ts'
import '#src/ui/theme/color.css.ts'

const SCORES = ['BTC/USD', 'ETH/USD'].map((name) => ({ name, held: 212, count: 431, claimed: 0.51, chance: 0.47 }))

let root: Root
let box: HTMLElement

beforeEach(async () => {
  await page.viewport(1_440, 900)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
})

it.each([592, 366])('[SC-41] claimed and chance stand below held and cases in %d px', (width) => {
  box.style.width = `${width}px`
  flushSync(() => root.render(<ScoreTable title="By pair" of="Pair" scores={SCORES} />))
  const places = [...box.querySelectorAll('tbody tr:first-child td')].map((cell) => cell.getBoundingClientRect())
  const [name, held, cases, claimed, chance] = places
  expect([held!.left, claimed!.left]).toEqual([name!.left, name!.left])
  expect([chance!.left, chance!.right, chance!.top]).toEqual([cases!.left, cases!.right, claimed!.top])
  expect(cases!.top).toBe(held!.top)
})
