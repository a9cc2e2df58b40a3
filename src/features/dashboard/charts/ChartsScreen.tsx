import { getRouteApi } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { parsePairs } from '#contract/pairs.ts'
import { TIMEFRAMES } from '#contract/timeframes.ts'
import { usePreferences, useServices } from '#src/app/services.ts'
import { useAddressChange } from '#src/app/use-address.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import type { DashboardView } from '#src/streams/index.ts'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { createChartGroup, type ChartGroup } from '#src/ui/charts/in-step.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { NamedSets } from '#src/ui/fields/NamedSets.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { ChoiceMenu } from '#src/ui/overlays/Menu.tsx'
import { PanelButton } from '#src/ui/overlays/PanelButton.tsx'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { AnalysedChart } from '../chart/LiveChartCard.tsx'
import { noteOf, searchOf, viewOf } from '../view/address.ts'
import { PairChoice } from '../view/ViewBar.tsx'
import * as css from './charts.css.ts'
import { CHART_COUNTS, chartsText, countOf, firstCharts, parseCharts, resized } from './layout.ts'

const route = getRouteApi('/guarded/charts')

const NO_PAIRS: readonly string[] = []
const NO_LAYOUTS: Readonly<Record<string, string>> = {}
const COUNT_OPTIONS = CHART_COUNTS.map((id) => ({ id, label: id === '1' ? '1 chart' : `${id} charts` }))
const PLACES = ['first', 'second', 'third', 'fourth'] as const
const TIMEFRAME_ITEMS = TIMEFRAMES.map((id) => ({ id, label: id }))

interface ChartPlaceProps {
  readonly view: DashboardView
  readonly group: ChartGroup
  readonly onChange: (view: DashboardView) => void
}

/** One chart with the choice of what it shows. */
function ChartPlace({ view: { pair, timeframe }, group, onChange }: ChartPlaceProps) {
  const { streams } = useServices()
  const view = useMemo(() => ({ pair, timeframe }), [pair, timeframe])
  const { window$, past } = useMemo(() => {
    const window$ = streams.candles.beside(view)
    return { window$, past: streams.pastCandles(view, window$) }
  }, [streams, view])
  return (
    <AnalysedChart
      {...{ view, window$, past, group }}
      choice={
        <>
          <PairChoice pair={pair} onChoose={(next) => onChange({ pair: next, timeframe })} />
          <ChoiceMenu
            text={timeframe}
            label={`Timeframe: ${timeframe}`}
            items={TIMEFRAME_ITEMS}
            value={timeframe}
            onChange={(next) => onChange({ pair, timeframe: next })}
          />
        </>
      }
    />
  )
}

/** The charts of the address, or of the last visit, and what changes them: a step in the history, stored for the next visit. */
function useCharts() {
  const { charts: addressed } = route.useSearch()
  const [{ charts: stored = '' }, setPreferences] = usePreferences()
  const { pair } = useDashboardView()
  const { push } = useAddressChange<{ readonly charts?: string }>()
  const text = addressed ?? stored
  const views = useMemo(() => {
    const named = parseCharts(text)
    return named.length === 0 ? firstCharts(pair) : named
  }, [text, pair])
  function show(charts: string): void {
    setPreferences({ charts })
    push({ charts })
  }
  return [views, show] as const
}

/** Layouts of charts, kept by name, and as a link. */
function Layouts({ current, onOpen }: { readonly current: string; readonly onOpen: (charts: string) => void }) {
  const [{ chartLayouts = NO_LAYOUTS }, setPreferences] = usePreferences()
  const [isOpen, setOpen] = useState(false)
  const copy = useCopy()
  function copyLink(): void {
    const link = new URL(window.location.href)
    link.searchParams.set('charts', current)
    void copy(link.href, 'Link copied')
  }
  return (
    <PanelButton text="Layouts" label="Layouts" panelLabel="Layouts of charts" open={isOpen} onOpenChange={setOpen}>
      <div className={css.layouts}>
        <NamedSets
          noun="layout"
          label="Keep these charts as a layout"
          sets={chartLayouts}
          current={current}
          describe={(charts) => pluralize(parseCharts(charts).length, 'chart')}
          onOpen={(charts) => {
            setOpen(false)
            onOpen(charts)
          }}
          onChange={(layouts) => setPreferences({ chartLayouts: layouts })}
        >
          <Button icon={<Link2 size={14} aria-hidden="true" />} onClick={copyLink}>
            Copy Link
          </Button>
        </NamedSets>
      </div>
    </PanelButton>
  )
}

/** A page of charts alone: one, two or four, each of a pair and timeframe of its own. */
export default function ChartsScreen() {
  const { streams } = useServices()
  const served = useObservableEagerState(streams.market$)?.market.pairs ?? NO_PAIRS
  const [{ chartsInStep = true }, setPreferences] = usePreferences()
  const [named, show] = useCharts()
  // As on the dashboard, another pair stands in for one that this server does not have, and a note says so.
  const views = useMemo(() => named.map((view) => viewOf(searchOf(view), served)), [named, served])
  // What was pressed is seen to be pressed before charts are made, which takes longer than a frame.
  const shown = useDeferredValue(views)
  const notes = new Set(named.flatMap((view) => noteOf(searchOf(view), served) ?? []))
  const [group] = useState(createChartGroup)
  useEffect(() => group.keepInStep(chartsInStep), [group, chartsInStep])
  const count = countOf(views.length)
  /** Changes what a chart shows, unless it is about to go. */
  function change(place: number, next: DashboardView): void {
    show(chartsText(views.map((view, index) => (index === place ? next : view))))
  }
  return (
    <div className={css.screen}>
      <PageHeader
        title="Charts"
        subtitle="Several pairs and timeframes at a look"
        actions={
          <>
            {count === '1' ? null : (
              <span className={css.inStep}>
                <Switch
                  label="In step"
                  checked={chartsInStep}
                  onChange={(isOn) => setPreferences({ chartsInStep: isOn })}
                />
              </span>
            )}
            <ToggleGroup
              label="Number of charts"
              options={COUNT_OPTIONS}
              value={count}
              onChange={(next) => show(chartsText(resized(views, Number(next), parsePairs(served))))}
            />
            <Layouts current={chartsText(views)} onOpen={show} />
          </>
        }
      />
      {[...notes].map((note) => (
        <Alert key={note} tone="warning">
          {note}
        </Alert>
      ))}
      <ul className={css.grids[countOf(shown.length)]}>
        {shown.map((view, index) => (
          <li key={PLACES[index]} className={css.place}>
            <ChartPlace view={view} group={group} onChange={(next) => change(index, next)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
