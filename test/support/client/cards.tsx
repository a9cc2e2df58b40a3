import type { ReactNode } from 'react'
import type { AnalysisProps } from '#src/features/dashboard/card/AnalysisCard.tsx'
import { ConfluenceCard } from '#src/features/dashboard/confluence/ConfluenceCard.tsx'
import { readConfluence } from '#src/analysis/confluence.ts'
import { IndicatorsCard } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { readIndicators } from '#src/analysis/indicators.ts'
import { LevelsCard } from '#src/features/dashboard/levels/LevelsCard.tsx'
import { readLevels } from '#src/analysis/levels.ts'
import { PatternsCard } from '#src/features/dashboard/patterns/PatternsCard.tsx'
import { readPatterns } from '#src/analysis/patterns.ts'
import { StructureCard } from '#src/features/dashboard/structure/StructureCard.tsx'
import { readStructure } from '#src/analysis/structure.ts'
import { KEYS, type CardName } from '../data/payloads.ts'

type Common = Pick<AnalysisProps<unknown>, 'trust' | 'help' | 'onOpen'>
/** Reads a message as its card would; nothing received yet where it is undefined. */
function readBy<View>(name: CardName, read: (data: unknown, key: string) => View, data: unknown): View | undefined {
  return data === undefined ? undefined : read(data, KEYS[name])
}

const CARDS: Record<CardName, (data: unknown, common: Common) => ReactNode> = {
  structure: (data, common) => <StructureCard payload={readBy('structure', readStructure, data)} {...common} />,
  patterns: (data, common) => <PatternsCard payload={readBy('patterns', readPatterns, data)} {...common} />,
  levels: (data, common) => <LevelsCard payload={readBy('levels', readLevels, data)} {...common} />,
  indicators: (data, common) => (
    <IndicatorsCard payload={readBy('indicators', readIndicators, data)} volumeRatio={2} {...common} />
  ),
  confluence: (data, common) => <ConfluenceCard payload={readBy('confluence', readConfluence, data)} {...common} />,
}
export const CARD_NAMES = Object.keys(CARDS) as CardName[]

/** A card with a message in wire format, or without one. */
export const renderCard = (name: CardName, data: unknown, trust?: ReactNode, help?: ReactNode): ReactNode =>
  CARDS[name](data, { trust, help, onOpen: () => undefined })
