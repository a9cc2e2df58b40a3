import { assignInlineVars } from '@vanilla-extract/dynamic'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { cx } from '#src/ui/cx.ts'
import { Bar, Meter } from '#src/ui/data/Meter.tsx'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { tone as toneClass } from '#src/ui/theme/tone.css.ts'
import type { KeyValue, PriceLevelRow, Ratio, Headline as HeadlineView, Trend } from '../summaries/summary.ts'
import * as css from './visuals.css.ts'

const ARROWS: Record<Trend, typeof ArrowUp> = { up: ArrowUp, down: ArrowDown, flat: ArrowRight }

/** First line of a visual, with an arrow for its trend. */
export function Headline({ headline }: { readonly headline: HeadlineView }) {
  const { text, tone, trend, note, noteTitle } = headline
  const Arrow = trend === undefined ? undefined : ARROWS[trend]
  return (
    <p className={cx(css.headline, toneClass[tone])} data-testid="headline">
      {Arrow === undefined ? null : <Arrow size={14} className={css.icon} aria-hidden="true" />}
      <span className={css.headlineText} title={text}>
        {text}
      </span>
      {note === undefined ? null : (
        <span className={css.headlineNote} title={noteTitle}>
          {note}
        </span>
      )}
    </p>
  )
}

export const KeyValues = ({ values }: { readonly values: readonly KeyValue[] }) => (
  <dl className={css.keyValues}>
    {values.map(({ label, value, tone, meaning }) => (
      <div key={label} className={css.keyValue} {...(meaning === undefined ? {} : meaningProps(meaning))}>
        <dt className={css.keyLabel}>{label}</dt>
        <dd
          className={cx(css.keyText, tone !== undefined && cx(toneClass[tone], css.keyTone.toned))}
          title={meaning === undefined ? value : undefined}
        >
          {value}
        </dd>
      </div>
    ))}
  </dl>
)

export const Ratios = ({ ratios }: { readonly ratios: readonly Ratio[] }) => (
  <div className={css.ratios}>
    {ratios.map((ratio) => (
      <Meter key={ratio.label} {...ratio} />
    ))}
  </div>
)

/** Price levels from high to low with their strength. */
export const Ladder = ({ rows }: { readonly rows: readonly PriceLevelRow[] }) => (
  <dl className={css.ladder}>
    {rows.map(({ label, price, tone, strength, note }) => (
      <div key={label} className={cx(css.ladderRow, toneClass[tone])}>
        <dt className={css.keyLabel}>{label}</dt>
        <dd className={css.price}>{price}</dd>
        <dd>{strength === undefined ? null : <Bar value={strength} tone={tone} />}</dd>
        <dd className={css.note}>{note}</dd>
      </div>
    ))}
  </dl>
)

/** A scale from 0 to 100 with its lower and upper 30 marked. */
export const Scale = ({ at }: { readonly at: number | undefined }) => (
  <div className={css.scale} aria-hidden="true">
    {at === undefined ? null : <span className={css.needle} style={assignInlineVars({ [css.position]: String(at) })} />}
  </div>
)

/** Last line of a visual. */
export const Note = (props: { readonly note: string; readonly noteTitle?: string | undefined }) => (
  <p className={css.note} title={props.noteTitle ?? props.note}>
    {props.note}
  </p>
)

const ROW = 34
const TREND_ENDS: Record<Trend, readonly [from: number, to: number]> = { up: [26, 6], down: [6, 26], flat: [16, 16] }
const TREND_CLASSES: Record<Trend, string> = { up: css.slopeUp, down: css.slopeDown, flat: css.slope }

/** Trend of the price above and of the indicator below; decorative, as the headline says the same. */
export function Slopes({
  price,
  indicator,
  name,
}: {
  readonly price: Trend
  readonly indicator: Trend
  readonly name: string
}) {
  const rows = [
    { trend: price, label: 'Price', top: 0 },
    { trend: indicator, label: name.slice(0, 10), top: ROW },
  ]
  return (
    <svg className={css.slopes} viewBox="0 0 108 72" aria-hidden="true">
      {rows.map(({ trend, label, top }) => {
        const [from, to] = TREND_ENDS[trend]
        return (
          <g key={top}>
            <text className={css.slopeName} x="0" y={top + 20}>
              {label}
            </text>
            <path className={TREND_CLASSES[trend]} d={`M62 ${top + from}L102 ${top + to}m-4 -4l4 4l-4 4`} />
          </g>
        )
      })}
    </svg>
  )
}
