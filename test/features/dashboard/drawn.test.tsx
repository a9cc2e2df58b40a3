import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CARD_NAMES } from '#src/features/dashboard/cards.ts'
import { analysedPayloads } from '#test/support/data/analysed-payloads.ts'
import { renderCard } from '#test/support/client/cards.tsx'
import { mutated, findUnprintable } from '#test/support/data/mutations.ts'

/** Of each card; PAIRBOT_TEST_FUZZ, the long form, sets more. */
const RUNS = Math.min(600, Number(process.env['PAIRBOT_TEST_FUZZ'] ?? 50))

it.each(CARD_NAMES)('[MA-27] never renders NaN, undefined, Infinity or [object Object]: %s', (name) => {
  const real = analysedPayloads()[name]
  fc.assert(
    fc.property(mutated(real), (data) => {
      expect(findUnprintable(renderToStaticMarkup(renderCard(name, data)))).toEqual([])
    }),
    { numRuns: RUNS },
  )
})
