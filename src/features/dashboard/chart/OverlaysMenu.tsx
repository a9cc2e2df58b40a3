import type { PairId } from '#contract/pairs.ts'
import { lazy, Suspense, useState } from 'react'
import { indicatorName, parseIndicator } from '#src/ui/charts/indicators/kinds.ts'
import { comparisonId, comparisonOverlay } from '#src/ui/charts/overlays/comparison.ts'
import { OVERLAYS } from '#src/ui/charts/overlays/registry.ts'
import { ChecklistMenu } from '#src/ui/overlays/Menu.tsx'
import { countOfMenu } from './LiveChartCard.css.ts'

const SetUpIndicators = lazy(() =>
  import('./SetUpIndicators.tsx').then((module) => ({ default: module.SetUpIndicators })),
)

export interface OverlaysMenuProps {
  /** The pairs that the one of the chart can be compared with. */
  readonly others: readonly PairId[]
  /** Ids of the overlays that are shown. */
  readonly shown: readonly string[]
  readonly onChange: (shown: readonly string[]) => void
  /** Whether volumes are drawn below the prices. */
  readonly showsVolume: boolean
  readonly onShowVolume: (showsVolume: boolean) => void
  /** Whether it is drawn how far the price will be in ten candles. */
  readonly showsBands: boolean
  readonly onShowBands: (showsBands: boolean) => void
}

const VOLUME = 'volume'
const BANDS = 'bands'

/** Menu of what can be drawn on the chart and below it, with the number of what is. */
export function OverlaysMenu(props: OverlaysMenuProps) {
  const { others, shown, onChange, showsVolume, onShowVolume, showsBands, onShowBands } = props
  const [isSettingUp, setIsSettingUp] = useState(false)
  const items = [
    { id: VOLUME, label: 'Volume', checked: showsVolume },
    { id: BANDS, label: 'Next ten candles', checked: showsBands },
    ...OVERLAYS.map(({ id, label }) => ({ id, label, checked: shown.includes(id) })),
    ...shown.flatMap((id) => {
      const setting = parseIndicator(id)
      return setting ? [{ id, label: indicatorName(setting), checked: true }] : []
    }),
    ...others.flatMap((pair) => {
      const overlay = comparisonOverlay(comparisonId(pair))
      return overlay ? [{ id: overlay.id, label: overlay.label, checked: shown.includes(overlay.id) }] : []
    }),
  ]
  const count = items.filter(({ checked }) => checked).length
  return (
    <>
      <ChecklistMenu
        text={
          <span>
            Indicators
            {count === 0 ? null : <span className={countOfMenu}> ({count})</span>}
          </span>
        }
        label={count === 0 ? 'Indicators' : `Indicators (${count})`}
        size="small"
        align="end"
        items={items}
        onToggle={(id) => {
          if (id === VOLUME) onShowVolume(!showsVolume)
          else if (id === BANDS) onShowBands(!showsBands)
          else onChange(shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id])
        }}
        action={{ label: 'Set up indicators…', onPress: () => setIsSettingUp(true) }}
      />
      {isSettingUp ? (
        <Suspense fallback={null}>
          <SetUpIndicators shown={shown} onChange={onChange} onClose={() => setIsSettingUp(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
