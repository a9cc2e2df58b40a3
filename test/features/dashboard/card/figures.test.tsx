import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RecordsContext } from '#src/app/services.ts'
import { CARD_NAMES } from '#src/features/dashboard/cards.ts'
import { renderCard } from '#test/support/client/cards.tsx'
import { EXTREMES } from '#test/support/data/extreme-payloads.ts'
import { wrapped } from '#test/support/data/payloads.ts'
import { bookOf } from '#test/support/data/track-records.ts'

/** Texts with a percentage outside of the headline and of every element with a kind. */
function bareShares(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const explained = node.parentElement?.closest('[data-figure], [data-testid="headline"]')
    if (explained === null && /\d\s?%/.test(node.textContent ?? '')) found.push(node.textContent ?? '')
  }
  return found
}

describe('[FG-21] every share on a card names its kind', () => {
  const cases = CARD_NAMES.flatMap((name) => (['usual', 'most'] as const).map((extent) => [name, extent] as const))
  it.each(cases)('%s, %s', (name, extent) => {
    const card = renderCard(name, wrapped(name, EXTREMES[name][extent]))
    const { container } = render(<RecordsContext value={bookOf()}>{card}</RecordsContext>)
    expect(screen.getByTestId('headline')).toBeInTheDocument()
    expect(bareShares(container)).toEqual([])
  })
})
