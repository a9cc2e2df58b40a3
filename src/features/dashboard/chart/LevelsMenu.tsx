import { ChoiceMenu } from '#src/ui/overlays/Menu.tsx'
import type { ZoneMode } from '#src/ui/charts/zones.ts'
import { countOfMenu } from './LiveChartCard.css.ts'

const MODES = [
  { id: 'zones', label: 'Zones' },
  { id: 'lines', label: 'Lines' },
  { id: 'off', label: 'Off' },
] as const satisfies readonly { readonly id: ZoneMode; readonly label: string }[]

export interface LevelsMenuProps {
  readonly mode: ZoneMode
  /** Number of support and resistance levels. */
  readonly count: number
  readonly onChange: (mode: ZoneMode) => void
  /** Whether weak levels are drawn too. */
  readonly showsWeak: boolean
  readonly onShowWeak: (showsWeak: boolean) => void
}

/** Menu for how support and resistance are drawn, with the number of levels. */
export function LevelsMenu({ mode, count, onChange, showsWeak, onShowWeak }: LevelsMenuProps) {
  const shown = MODES.find(({ id }) => id === mode)?.label ?? mode
  return (
    <ChoiceMenu<ZoneMode>
      text={
        <span>
          S/R: {shown}
          <span className={countOfMenu}> ({count})</span>
        </span>
      }
      label={`S/R: ${shown} (${count}), support and resistance levels`}
      size="small"
      align="end"
      items={MODES}
      value={mode}
      onChange={onChange}
      extra={{ label: 'Weak levels', checked: showsWeak, onChange: onShowWeak }}
    />
  )
}
