import { cleanup, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CARD_NAMES } from '#src/features/dashboard/cards.ts'
import { renderCard } from '#test/support/client/cards.tsx'
import { EXTREMES } from '#test/support/data/extreme-payloads.ts'
import { SCRIPT_TEXTS, INJECTED_ELEMENTS, poisoned, ROUNDS } from '#test/support/data/script-texts.ts'
import { wrapped } from '#test/support/data/payloads.ts'

/** Coprime to the number of rounds, so that all groups of fields and all texts come up; the long form takes every round. */
const STEP = process.env['PAIRBOT_TEST_FUZZ'] ? 1 : 3

describe('[UI-17] AB-21 a card', () => {
  it.each(CARD_NAMES)('%s shows texts of any field literally', (name) => {
    const shown = new Set<string>()
    for (let round = 0; round < 2 * ROUNDS; round += STEP) {
      const data = poisoned(wrapped(name, EXTREMES[name].usual), round, round >= ROUNDS)
      const { container } = render(renderCard(name, data))
      expect([...container.querySelectorAll(INJECTED_ELEMENTS)].map(({ outerHTML }) => outerHTML)).toEqual([])
      for (const text of SCRIPT_TEXTS) if (container.textContent?.includes(text)) shown.add(text)
      cleanup()
    }
    // Cards that show free text show each of them.
    if (name === 'patterns') expect(shown).toEqual(new Set(SCRIPT_TEXTS))
  })
})
