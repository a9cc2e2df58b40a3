import * as fc from 'fast-check'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ConfluenceCard } from '#src/features/dashboard/confluence/ConfluenceCard.tsx'
import { readConfluence } from '#src/features/dashboard/confluence/view.ts'
import { IndicatorsCard } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { readIndicators } from '#src/features/dashboard/indicators/view.ts'
import { LevelsCard } from '#src/features/dashboard/levels/LevelsCard.tsx'
import { readLevels } from '#src/features/dashboard/levels/view.ts'
import { PatternsCard } from '#src/features/dashboard/patterns/PatternsCard.tsx'
import { readPatterns } from '#src/features/dashboard/patterns/view.ts'
import { StructureCard } from '#src/features/dashboard/structure/StructureCard.tsx'
import { readStructure } from '#src/features/dashboard/structure/view.ts'
import { mutated, unspeakable } from '#test/rig/mutations.ts'
import { analysed } from '#test/rig/analysed-payloads.ts'
import { KEYS, type CardName } from '#test/rig/payloads.ts'

const onOpen = () => undefined
const CARDS: Record<CardName, (data: unknown) => ReactNode> = {
  structure: (data) => <StructureCard reading={readStructure(data, KEYS.structure)} onOpen={onOpen} />,
  patterns: (data) => <PatternsCard reading={readPatterns(data, KEYS.patterns)} onOpen={onOpen} />,
  levels: (data) => <LevelsCard reading={readLevels(data, KEYS.levels)} onOpen={onOpen} />,
  indicators: (data) => <IndicatorsCard reading={readIndicators(data, KEYS.indicators)} onOpen={onOpen} />,
  confluence: (data) => <ConfluenceCard reading={readConfluence(data, KEYS.confluence)} onOpen={onOpen} />,
}

it.each(Object.keys(CARDS) as CardName[])(
  '[MA-27] no NaN, undefined, Infinity or [object Object] is ever drawn: %s',
  (name) => {
    const real = analysed()[name]
    fc.assert(
      fc.property(mutated(real), (data) => {
        expect(unspeakable(renderToStaticMarkup(CARDS[name](data)))).toEqual([])
      }),
      { numRuns: 150 },
    )
  },
)
