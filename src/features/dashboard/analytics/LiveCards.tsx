import { useObservableEagerState } from 'observable-hooks'
import { useMemo, type ReactNode } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import { DEFAULT_TIMEFRAME } from '#contract/timeframes.ts'
import { toSeconds } from '#contract/time.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { readIndicators, type IndicatorsModel } from '#src/analysis/indicators.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import { useServices } from '#src/app/services.ts'
import type { AnalysisProps } from '../card/AnalysisCard.tsx'
import { ConfluenceCard } from '../confluence/ConfluenceCard.tsx'
import { IndicatorsCard, type IndicatorsCardProps } from '../indicators/IndicatorsCard.tsx'
import { volumeRatio } from '../indicators/volume.ts'
import { LevelsCard } from '../levels/LevelsCard.tsx'
import { PatternsCard } from '../patterns/PatternsCard.tsx'
import { StructureCard } from '../structure/StructureCard.tsx'
import type { CardName } from '../search.ts'
import { SOURCES, type CardSource } from './card-data.ts'
import { useCard } from './useCard.tsx'

const STRUCTURE = { ...SOURCES.structure, read: readStructure }
const PATTERNS = { ...SOURCES.patterns, read: readPatterns }
const INDICATORS = { ...SOURCES.indicators, read: readIndicators }
const CONFLUENCE = { ...SOURCES.confluence, read: readConfluence }
export const LEVELS = { ...SOURCES.levels, read: readLevels }

/** A card on its own stream, and the dialog with its raw message. */
function LiveCard<Model>(props: {
  readonly name: CardName
  /** Title of the dialog. */
  readonly title: string
  readonly source: CardSource<Model>
  readonly children: (card: AnalysisProps<Model>) => ReactNode
}) {
  const { card, dialog } = useCard(props.name, props.title, props.source)
  return (
    <>
      {props.children(card)}
      {dialog}
    </>
  )
}

/** Opening time of the payload's one-minute candle, unix s; undefined for other timeframes. */
function candleOpenOf(payload: IndicatorsCardProps['payload']): number | undefined {
  const { state, timeframe } = payload?.model ?? {}
  if (state !== 'ready' || timeframe !== DEFAULT_TIMEFRAME) return undefined
  return payload?.header.at === undefined ? undefined : toSeconds(payload.header.at)
}

function LiveIndicatorsCard(props: AnalysisProps<IndicatorsModel> & Pick<IndicatorsCardProps, 'isUnreachable'>) {
  const { window$ } = useServices().streams.candles
  const candleOpen = candleOpenOf(props.payload)
  const ratio$ = useMemo(
    () =>
      window$.pipe(
        map(({ candles }) => (candleOpen === undefined ? undefined : volumeRatio(candles, candleOpen))),
        distinctUntilChanged(),
      ),
    [window$, candleOpen],
  )
  return <IndicatorsCard {...props} volumeRatio={useObservableEagerState(ratio$)} />
}

/** The five cards, each subscribed to its own stream so that a change rerenders one card only. */
export const liveCards = (isUnreachable: boolean) => ({
  structure: (
    <LiveCard name="structure" title="Market Structure" source={STRUCTURE}>
      {(card) => <StructureCard {...card} />}
    </LiveCard>
  ),
  patterns: (
    <LiveCard name="patterns" title="Patterns" source={PATTERNS}>
      {(card) => <PatternsCard {...card} />}
    </LiveCard>
  ),
  levels: (
    <LiveCard name="levels" title="Support and Resistance" source={LEVELS}>
      {(card) => <LevelsCard {...card} />}
    </LiveCard>
  ),
  indicators: (
    <LiveCard name="indicators" title="Technical Indicators" source={INDICATORS}>
      {(card) => <LiveIndicatorsCard {...card} isUnreachable={isUnreachable} />}
    </LiveCard>
  ),
  confluence: (
    <LiveCard name="confluence" title="Cross-Timeframe Confluence" source={CONFLUENCE}>
      {(card) => <ConfluenceCard {...card} />}
    </LiveCard>
  ),
})
