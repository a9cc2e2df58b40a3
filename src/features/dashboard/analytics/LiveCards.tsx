import { useObservableEagerState } from 'observable-hooks'
import { useMemo, type ReactNode } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import { toSeconds } from '#contract/time.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { readIndicators, type IndicatorsModel } from '#src/analysis/indicators.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import { useServices } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import type { DashboardView } from '#src/streams/index.ts'
import type { AnalysisProps } from '../card/AnalysisCard.tsx'
import { ConfluenceCard } from '../confluence/ConfluenceCard.tsx'
import { IndicatorsCard, type IndicatorsCardProps } from '../indicators/IndicatorsCard.tsx'
import { volumeRatio } from '../indicators/volume.ts'
import { LevelsCard } from '../levels/LevelsCard.tsx'
import { PatternsCard } from '../patterns/PatternsCard.tsx'
import { StructureCard } from '../structure/StructureCard.tsx'
import type { CardName } from '../search.ts'
import { indicatorsOf, SOURCES, type CardSource } from './card-data.ts'
import { useCard, type SourceOfView } from './useCard.tsx'

const STRUCTURE = { ...SOURCES.structure, read: readStructure }
const PATTERNS = { ...SOURCES.patterns, read: readPatterns }
const CONFLUENCE = { ...SOURCES.confluence, read: readConfluence }
/** The chart draws them too. */
export const LEVELS = { ...SOURCES.levels, read: readLevels }

const ofAnyTimeframe = <Model,>(source: CardSource<Model>) => ({ figures: source.figures, sourceOf: () => source })

/** Each card's stream; that of the indicators is of the chosen timeframe, the others have all timeframes in one. */
const CARD_SOURCES = {
  structure: ofAnyTimeframe(STRUCTURE),
  patterns: ofAnyTimeframe(PATTERNS),
  levels: ofAnyTimeframe(LEVELS),
  indicators: {
    figures: SOURCES.indicators.figures,
    sourceOf: ({ timeframe }: DashboardView) => ({ ...indicatorsOf(timeframe), read: readIndicators }),
  },
  confluence: ofAnyTimeframe(CONFLUENCE),
}

/** A card on its own stream, and the dialog with its raw message. */
function LiveCard<Model>(props: {
  readonly name: CardName
  /** Title of the dialog. */
  readonly title: string
  readonly source: { readonly figures: CardSource<Model>['figures']; readonly sourceOf: SourceOfView<Model> }
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

/** Opening time of the payload's candle, unix s; undefined unless it is one of those in the chart. */
function candleOpenOf(payload: IndicatorsCardProps['payload'], view: DashboardView): number | undefined {
  const { state, timeframe } = payload?.model ?? {}
  if (state !== 'ready' || timeframe !== view.timeframe) return undefined
  return payload?.header.at === undefined ? undefined : toSeconds(payload.header.at)
}

function LiveIndicatorsCard(props: AnalysisProps<IndicatorsModel> & Pick<IndicatorsCardProps, 'isUnreachable'>) {
  const { window$ } = useServices().streams.candles
  const candleOpen = candleOpenOf(props.payload, useDashboardView())
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
    <LiveCard name="structure" title="Market Structure" source={CARD_SOURCES.structure}>
      {(card) => <StructureCard {...card} />}
    </LiveCard>
  ),
  patterns: (
    <LiveCard name="patterns" title="Patterns" source={CARD_SOURCES.patterns}>
      {(card) => <PatternsCard {...card} />}
    </LiveCard>
  ),
  levels: (
    <LiveCard name="levels" title="Support and Resistance" source={CARD_SOURCES.levels}>
      {(card) => <LevelsCard {...card} />}
    </LiveCard>
  ),
  indicators: (
    <LiveCard name="indicators" title="Technical Indicators" source={CARD_SOURCES.indicators}>
      {(card) => <LiveIndicatorsCard {...card} isUnreachable={isUnreachable} />}
    </LiveCard>
  ),
  confluence: (
    <LiveCard name="confluence" title="Cross-Timeframe Confluence" source={CARD_SOURCES.confluence}>
      {(card) => <ConfluenceCard {...card} />}
    </LiveCard>
  ),
})
