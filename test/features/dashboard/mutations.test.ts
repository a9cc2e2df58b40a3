import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLevels } from '#src/analysis/levels.ts'
import { zonesOf } from '#src/features/dashboard/levels/zones.ts'
import { mutated, findUnprintable } from '#test/support/data/mutations.ts'
import { analysedPayloads } from '#test/support/data/analysed-payloads.ts'
import { KEYS } from '#test/support/data/payloads.ts'
import { CARD_NAMES } from '#src/features/dashboard/cards.ts'
import { cardOf, readCard } from '#test/support/client/views.ts'

/** Of each category; PAIRBOT_TEST_FUZZ, the long form, sets more. */
const RUNS = Math.min(2_000, Number(process.env['PAIRBOT_TEST_FUZZ'] ?? 300))
const real = analysedPayloads()

describe.each(CARD_NAMES)('[MA-27] %s', (name) => {
  it("reads the server's own analysis without problems", () => {
    const { model, problems, header } = readCard(name, real[name])
    expect(model).toBeDefined()
    expect(problems).toEqual([])
    expect(header).toMatchObject({ pair: 'BTCUSD', pairLabel: 'BTC/USD', exchange: 'Replay' })
  })

  it('never throws and never yields unprintable values for mutated payloads', () => {
    fc.assert(
      fc.property(mutated(real[name]), (data) => {
        expect(findUnprintable(cardOf(name, data, KEYS[name]))).toEqual([])
      }),
      { numRuns: RUNS },
    )
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

it('[MA-27] yields only finite chart zones for mutated payloads', () => {
  fc.assert(
    fc.property(mutated(real.levels), (data) => {
      const { model } = readLevels(data)
      for (const { from, to, price } of model ? zonesOf(model) : []) {
        expect(Number.isFinite(from) && Number.isFinite(to) && Number.isFinite(price)).toBe(true)
        expect(from).toBeLessThanOrEqual(to)
      }
    }),
    { numRuns: RUNS },
  )
})
