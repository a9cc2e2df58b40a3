import { assignInlineVars } from '@vanilla-extract/dynamic'
import { useId } from 'react'
import { cx } from '../cx.ts'
import type { Tone } from '../theme/palettes.ts'
import { tone as toneClass } from '../theme/tone.css.ts'
import { visuallyHidden } from './VisuallyHidden.css.ts'
import { fill, head, label as labelClass, meter, onOneLine, share, track, value as valueClass } from './Meter.css.ts'

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

const shareOf = (value: number | null): number =>
  value === null || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value))

/** The bar of a share whose figure stands elsewhere; nothing by itself. */
export function Bar({ value, tone = 'accent' }: Pick<MeterProps, 'value' | 'tone'>) {
  return (
    <div className={cx(track, toneClass[tone])} aria-hidden="true" data-tone={tone}>
      <div className={fill} style={assignInlineVars({ [share]: String(shareOf(value)) })} />
    </div>
  )
}

/** A share as a bar with its figure beside it. Its width is an inline variable: a live value makes no new styles. */
export function Meter({ label, value, text, tone = 'accent', inline = false }: MeterProps) {
  const id = useId()
  return (
    <div className={cx(meter, inline && onOneLine)}>
      <div className={head}>
        <span id={id} className={labelClass}>
          {label}
        </span>
        <span className={valueClass}>{text}</span>
      </div>
      <meter
        className={visuallyHidden}
        aria-labelledby={id}
        min={0}
        max={1}
        value={shareOf(value)}
        aria-valuetext={text}
      />
      <Bar value={value} tone={tone} />
    </div>
  )
}
