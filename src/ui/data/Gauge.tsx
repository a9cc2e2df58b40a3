import { useId } from 'react'
import { cx } from '../cx.ts'
import type { Tone } from '../theme/palettes.ts'
import * as layout from '../theme/layout.css.ts'
import { meaningText, type FigureMeaning } from './meaning.ts'
import * as css from './Gauge.css.ts'
import { meterProps, clampRatio } from './Meter.tsx'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'

export interface GaugeProps {
  readonly label: string
  /** 0 to 1, clamped; null is drawn empty. */
  readonly value: number | null
  /** Formatted value ('66%', 'N/A'). */
  readonly text: string
  readonly meaning: FigureMeaning
  /** Meaning of the value in a word. */
  readonly caption?: string | undefined
  readonly tone?: Tone | undefined
}

const HALF_CIRCLE = 'M 6 36 A 30 30 0 0 1 66 36'
const LENGTH = 100

/** A score as a half circle with its value inside. */
export function Gauge({ label, value, text, meaning, caption, tone = 'accent' }: GaugeProps) {
  const id = useId()
  const description = meaningText(meaning)
  const ratio = clampRatio(value)
  return (
    <div className={cx(css.gauge, toneClass[tone])} data-tone={tone} data-figure={meaning.kind} title={description}>
      <svg className={css.svg} viewBox="0 0 72 40" {...meterProps(value, text, id)} aria-description={description}>
        <path className={css.track} d={HALF_CIRCLE} />
        {ratio > 0 ? (
          <path
            className={css.arc}
            d={HALF_CIRCLE}
            pathLength={LENGTH}
            strokeDasharray={`${ratio * LENGTH} ${LENGTH}`}
          />
        ) : null}
      </svg>
      <span className={css.value}>{text}</span>
      <span id={id} className={layout.muted}>
        {label}
      </span>
      {caption === undefined ? null : <span className={css.caption}>{caption}</span>}
    </div>
  )
}
