import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import { ANALYSIS_CATEGORY, analysisKey } from '#contract/payloads/streams.ts'
import { STRATEGY } from '#contract/limits.ts'
import { type PairId, PAIRS } from '#contract/pairs.ts'
import { POSITION_UNITS, type PositionUnit } from '#contract/strategies/names.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import type { TimedForecast } from '#src/analysis/forecast.ts'
import { type RiskField, tradeOutlook } from '#src/machines/wizard/risk.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { NumberField, type NumberFieldProps } from '#src/ui/fields/NumberField.tsx'
import { formatMoveSize, formatNumber } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'
import { WhenItActs } from './WhenItActs.tsx'
import { useWizard } from './useWizard.ts'
import * as css from './wizard.css.ts'
import { hintText, outlookText, problemText } from './titles.ts'

/** Shorter ones say little about a stop that is meant to last. */
const SHORTEST_MINUTES = 50

/** '50 min', '2.5 h', '10 h'. */
const formatHorizon = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${formatNumber(minutes / 60, minutes % 60 === 0 ? 0 : 1)} h`

/** The newest forecasts of a pair, shortest first; none while its analysis has sent none. */
function useForecasts(pair: PairId): readonly TimedForecast[] {
  const { records } = useTradingContext()
  const data$ = useMemo(() => {
    const key = analysisKey(pair, 'cross_timeframe_analysis')
    return records.category(ANALYSIS_CATEGORY).pipe(
      map((list) => list.find((record) => record.key === key)?.data),
      distinctUntilChanged(),
    )
  }, [records, pair])
  const data = useObservableEagerState(data$)
  return useMemo(() => readConfluence(data).model?.forecasts ?? [], [data])
}

const MEANING = { kind: 'probability', says: 'Forecast from the volatility, checked on other months.' } as const

/** How far the price of a pair moves, to place a stop or a target by. */
function MoveHint({ pair }: { readonly pair: PairId }) {
  const shown = useForecasts(pair).filter(({ minutes }) => minutes >= SHORTEST_MINUTES)
  if (shown.length === 0) return null
  return (
    <section className={css.section} aria-label="Moves to expect">
      <h4 className={css.panelTitle}>Moves to expect</h4>
      <p className={layout.quiet} {...meaningProps(MEANING)}>
        How far {PAIRS[pair].label} is likely to be from here, up or down, by the volatility now:
      </p>
      <ul>
        {shown.map(({ minutes, half, nineTenths }) => (
          <li key={minutes}>
            In {formatHorizon(minutes)}: half of the time within {formatMoveSize(half)}, nine of ten times within{' '}
            {formatMoveSize(nineTenths)}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Field extends Pick<NumberFieldProps, 'label' | 'unit' | 'step'> {
  readonly key: RiskField
}

const UNIT_LABELS: Readonly<Record<PositionUnit, string>> = { usd: 'USD', pct: '%' }
const UNITS = POSITION_UNITS.map((id) => ({ id, label: UNIT_LABELS[id] }))

const POSITION: Readonly<Record<PositionUnit, Omit<Field, 'unit'>>> = {
  usd: { key: 'maxPositionSize', label: 'Max position size in dollars', step: STRATEGY.maxPosition.step },
  pct: { key: 'maxPositionSize', label: 'Max position size in percent', step: STRATEGY.percent.step },
}

const FIELDS: readonly Field[] = [
  { key: 'stopLossPct', label: 'Stop loss %', unit: '%', step: 0.1 },
  { key: 'takeProfitPct', label: 'Take profit %', unit: '%', step: 0.1 },
  { key: 'signalTimeoutS', label: 'Signal timeout in seconds', unit: 's', step: 30 },
]

/** Step 4. */
export function RiskStep() {
  const { snapshot, commands } = useWizard()
  const { risk, pair } = snapshot.context.draft
  const unit = (
    <ToggleGroup
      label="Unit of the position size"
      options={UNITS}
      value={risk.positionUnit}
      onChange={(positionUnit) => commands.editRisk({ positionUnit })}
    />
  )
  const position: Field = { ...POSITION[risk.positionUnit], unit }
  return (
    <div className={css.stack}>
      <div className={css.fields}>
        {[position, ...FIELDS].map(({ key, ...field }) => (
          <NumberField
            key={key}
            {...field}
            min={0}
            keepsOutOfRange
            value={risk[key]}
            onChange={(value) => commands.editRisk({ [key]: value })}
            hint={hintText(key, risk)}
            error={problemText(key, risk)}
          />
        ))}
      </div>
      <output className={css.outlook}>{outlookText(tradeOutlook(risk), risk.positionUnit)}</output>
      <MoveHint pair={pair} />
      <WhenItActs />
    </div>
  )
}
