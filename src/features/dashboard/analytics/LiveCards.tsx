import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import { DEFAULT_TIMEFRAME } from '#contract/timeframes.ts'
import { toSeconds } from '#contract/time.ts'
import { useServices } from '#src/app/services.ts'
import { ConfluenceCard } from '../confluence/ConfluenceCard.tsx'
import { readConfluence, type ConfluenceView } from '../confluence/view.ts'
import { IndicatorsCard } from '../indicators/IndicatorsCard.tsx'
import { readIndicators, type IndicatorsView } from '../indicators/view.ts'
import { volumeRatio } from '../indicators/volume.ts'
import { LevelsCard } from '../levels/LevelsCard.tsx'
import { readLevels, type LevelsView } from '../levels/view.ts'
import { PatternsCard } from '../patterns/PatternsCard.tsx'
import { readPatterns, type PatternsView } from '../patterns/view.ts'
import type { CardModel } from '../payload/card-model.ts'
import { StructureCard } from '../structure/StructureCard.tsx'
import { readStructure, type StructureView } from '../structure/view.ts'
import { SOURCES, type CardSource } from './card-data.ts'
import { useCard } from './useCard.tsx'

const STRUCTURE: CardSource<StructureView> = { ...SOURCES.structure, read: readStructure }
const PATTERNS: CardSource<PatternsView> = { ...SOURCES.patterns, read: readPatterns }
const INDICATORS: CardSource<IndicatorsView> = { ...SOURCES.indicators, read: readIndicators }
const CONFLUENCE: CardSource<ConfluenceView> = { ...SOURCES.confluence, read: readConfluence }
export const LEVELS: CardSource<LevelsView> = { ...SOURCES.levels, read: readLevels }

function LiveStructure() {
  const { card, dialog } = useCard('Market Structure', STRUCTURE)
  return (
    <>
      <StructureCard {...card} />
      {dialog}
    </>
  )
}

function LivePatterns() {
  const { card, dialog } = useCard('Patterns', PATTERNS)
  return (
    <>
      <PatternsCard {...card} />
      {dialog}
    </>
  )
}

function LiveLevels() {
  const { card, dialog } = useCard('Support and Resistance', LEVELS)
  return (
    <>
      <LevelsCard {...card} />
      {dialog}
    </>
  )
}

/** Opening time of the model's one-minute candle, unix s; undefined for other timeframes. */
function candleOpenOf(model: CardModel<IndicatorsView> | undefined): number | undefined {
  if (model?.view?.kind !== 'ready' || model.view.timeframe !== DEFAULT_TIMEFRAME) return undefined
  return model.header.at === undefined ? undefined : toSeconds(model.header.at)
}

function LiveIndicators({ isUnreachable }: { readonly isUnreachable: boolean }) {
  const { card, dialog } = useCard('Technical Indicators', INDICATORS)
  const { window$ } = useServices().streams.candles
  const candleOpen = candleOpenOf(card.model)
  const ratio$ = useMemo(
    () =>
      window$.pipe(
        map(({ candles }) => (candleOpen === undefined ? undefined : volumeRatio(candles, candleOpen))),
        distinctUntilChanged(),
      ),
    [window$, candleOpen],
  )
  return (
    <>
      <IndicatorsCard {...card} volumeRatio={useObservableEagerState(ratio$)} isUnreachable={isUnreachable} />
      {dialog}
    </>
  )
}

function LiveConfluence() {
  const { card, dialog } = useCard('Cross-Timeframe Confluence', CONFLUENCE)
  return (
    <>
      <ConfluenceCard {...card} />
      {dialog}
    </>
  )
}

/** The five cards, each subscribed to its own stream so that a change rerenders one card only. */
export const liveCards = (isUnreachable: boolean) => ({
  structure: <LiveStructure />,
  patterns: <LivePatterns />,
  levels: <LiveLevels />,
  indicators: <LiveIndicators isUnreachable={isUnreachable} />,
  confluence: <LiveConfluence />,
})
