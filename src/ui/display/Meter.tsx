import { assignInlineVars } from '@vanilla-extract/dynamic'
import { useId, type AriaAttributes } from 'react'
import { cx } from '../cx.ts'
import type { Tone } from '../theme/palettes.ts'
import { tone as toneClass } from '../theme/tone.css.ts'
import { meterProps, clampRatio } from './meter-props.ts'
import * as css from './Meter.css.ts'

export interface MeterProps {
  readonly label: string
  /** 0 to 1; what lies outside is clamped, null is drawn empty. */
  readonly value: number | null
  /** The value in words with its unit ('66%', 'N/A'). */
  readonly text: string
  readonly tone?: Tone | undefined
  /** Label, bar and figure on one line, so that a list of meters is a table. */
  readonly inline?: boolean | undefined
}

type BarProps = Pick<MeterProps, 'value'> & { readonly tone?: Tone | undefined } & AriaAttributes

/** A track filled so far. Its share is an inline variable that only a background reads: a live value lays nothing out. */
function Track({ value, tone = 'accent', ...aria }: BarProps) {
  const filled = assignInlineVars({ [css.ratio]: `${clampRatio(value) * 100}%` })
  return <div className={cx(css.track, toneClass[tone])} style={filled} data-tone={tone} {...aria} />
}

/** The bar of a share whose figure stands elsewhere; nothing by itself. */
export const Bar = ({ value, tone }: Pick<MeterProps, 'value' | 'tone'>) => (
  <Track value={value} tone={tone} aria-hidden="true" />
)

/** A share as a bar with its figure beside it. */
export function Meter({ label, value, text, tone, inline = false }: MeterProps) {
  const id = useId()
  return (
    <div className={cx(css.meter, inline && css.inline)}>
      <div className={css.header}>
        <span id={id} className={css.label}>
          {label}
        </span>
        <span className={css.value}>{text}</span>
      </div>
      <Track value={value} tone={tone} {...meterProps(value, text, id)} />
    </div>
  )
}
