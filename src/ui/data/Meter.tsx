import { assignInlineVars } from '@vanilla-extract/dynamic'
import { useId, type AriaAttributes } from 'react'
import { cx } from '../cx.ts'
import type { Tone } from '../theme/palettes.ts'
import * as layout from '../theme/layout.css.ts'
import { meaningText, type FigureMeaning } from './meaning.ts'
import * as css from './Meter.css.ts'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'

/** Clamps to 0 to 1; null and NaN become 0. */
export const clampRatio = (value: number | null): number =>
  value === null || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value))

/**
 * ARIA attributes that make an element a meter. The native element has a shadow tree that needs layout on every value, and a
 * live screen has dozens of them.
 */
export const meterProps = (value: number | null, text: string, labelId: string) => ({
  role: 'meter',
  'aria-labelledby': labelId,
  'aria-valuemin': 0,
  'aria-valuemax': 1,
  'aria-valuenow': clampRatio(value),
  'aria-valuetext': text,
})

export interface MeterProps {
  readonly label: string
  /** 0 to 1, clamped; null is drawn empty. */
  readonly value: number | null
  /** Formatted value ('66%', 'N/A'). */
  readonly text: string
  readonly meaning: FigureMeaning
  readonly tone?: Tone | undefined
  /** Label, bar and value on one line, so that a list of meters aligns as a table. */
  readonly inline?: boolean | undefined
}

type BarProps = Pick<MeterProps, 'value'> & { readonly tone?: Tone | undefined } & AriaAttributes

/** A filled track. The ratio is a CSS variable used only by a background, so that live values cause no layout. */
function Track({ value, tone = 'accent', ...aria }: BarProps) {
  const filled = assignInlineVars({ [css.ratio]: `${clampRatio(value) * 100}%` })
  return <div className={cx(css.track, toneClass[tone])} style={filled} data-tone={tone} {...aria} />
}

/** A decorative bar for a value that is shown as text elsewhere. */
export const Bar = ({ value, tone }: Pick<MeterProps, 'value' | 'tone'>) => (
  <Track value={value} tone={tone} aria-hidden="true" />
)

/** A ratio as a labelled bar with its value. */
export function Meter({ label, value, text, meaning, tone, inline = false }: MeterProps) {
  const id = useId()
  const description = meaningText(meaning)
  return (
    <div className={cx(css.meter, inline && css.inline)} title={description} data-figure={meaning.kind}>
      <div className={css.header}>
        <span id={id} className={layout.muted}>
          {label}
        </span>
        <span className={css.value}>{text}</span>
      </div>
      <Track value={value} tone={tone} {...meterProps(value, text, id)} aria-description={description} />
    </div>
  )
}
