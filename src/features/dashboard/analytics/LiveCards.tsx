import type { ComponentType } from 'react'
import { readConfluence } from '#src/analysis/confluence.ts'
import type { Figures } from '#src/analysis/figures.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import type { AnalysisProps } from '../card/AnalysisCard.tsx'
import type { CardName } from '../cards.ts'
import { ConfluenceCard } from '../confluence/ConfluenceCard.tsx'
import { LiveIndicatorsCard } from '../indicators/IndicatorsCard.tsx'
import { LevelsCard } from '../levels/LevelsCard.tsx'
import { PatternsCard } from '../patterns/PatternsCard.tsx'
import { StructureCard } from '../structure/StructureCard.tsx'
import type { CardSource } from './card-data.ts'
import { useCard } from './useCard.tsx'

/** What reads and draws a card, and explains its figures. */
interface CardView<Model> {
  readonly read: CardSource<Model>['read']
  readonly Card: ComponentType<AnalysisProps<Model>>
  readonly figures: Figures
}
const view = <Model,>(
  read: CardView<Model>['read'],
  Card: CardView<Model>['Card'],
  figures: Figures,
): CardView<Model> => ({ read, Card, figures })

const VIEWS = {
  structure: view(readStructure, StructureCard, MEANINGS.structure),
  patterns: view(readPatterns, PatternsCard, MEANINGS.patterns),
  levels: view(readLevels, LevelsCard, MEANINGS.levels),
  indicators: view(readIndicators, LiveIndicatorsCard, MEANINGS.indicators),
  confluence: view(readConfluence, ConfluenceCard, MEANINGS.confluence),
}
type ModelOf<View> = View extends CardView<infer Model> ? Model : never
type Models = { readonly [Name in CardName]: ModelOf<(typeof VIEWS)[Name]> }

/** The code of each card. */
export const CARD_VIEWS: { readonly [Name in CardName]: CardView<Models[Name]> } = VIEWS

interface LiveCardProps<Name> {
  readonly name: Name
  readonly isUnreachable: boolean
}

/** A card on its own stream, so that a change rerenders one card only, and the dialog with its raw message. */
export function LiveCard<Name extends CardName>({ name, isUnreachable }: LiveCardProps<Name>) {
  const { read, Card, figures } = CARD_VIEWS[name]
  const { card, dialog } = useCard(name, read, figures)
  return (
    <>
      <Card {...card} isUnreachable={isUnreachable} />
      {dialog}
    </>
  )
}
