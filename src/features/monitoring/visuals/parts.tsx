import { assignInlineVars } from '@vanilla-extract/dynamic'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { cx } from '#src/ui/cx.ts'
import { Bar, Meter } from '#src/ui/display/Meter.tsx'
import { tone as toneClass } from '#src/ui/theme/tone.css.ts'
import type { Fact, Rung, Share, Verdict as VerdictView, Way } from '../summaries/summary.ts'
import * as css from './visuals.css.ts'

const ARROWS: Record<Way, typeof ArrowUp> = { up: ArrowUp, down: ArrowDown, flat: ArrowRight }

/** The first line of a drawing: what it says, with an arrow where it has a way. */
export function Verdict({ verdict }: { readonly verdict: VerdictView }) {
  const { text, tone, way, note } = verdict
  const Arrow = way === undefined ? undefined : ARROWS[way]
  return (
    <p className={cx(css.verdict, toneClass[tone])} data-testid="verdict">
      {Arrow === undefined ? null : <Arrow size={14} className={css.icon} aria-hidden="true" />}
      <span className={css.verdictText} title={text}>
        {text}
      </span>
      {note === undefined ? null : <span className={css.beside}>{note}</span>}
    </p>
  )
}

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={css.facts}>
    {facts.map(({ label, value, tone }) => (
      <div key={label} className={css.fact}>
        <dt className={css.factName}>{label}</dt>
        <dd className={cx(css.factValue, tone !== undefined && cx(toneClass[tone], css.factTone.toned))} title={value}>
          {value}
        </dd>
      </div>
    ))}
  </dl>
)

export const Shares = ({ shares }: { readonly shares: readonly Share[] }) => (
  <div className={css.shares}>
    {shares.map((share) => (
      <Meter key={share.label} {...share} />
    ))}
  </div>
)

/** Prices from high to low, each as strong as it is. */
export const Ladder = ({ rungs }: { readonly rungs: readonly Rung[] }) => (
  <dl className={css.ladder}>
    {rungs.map(({ label, price, tone, strength, note }) => (
      <div key={label} className={cx(css.rung, toneClass[tone])}>
        <dt className={css.factName}>{label}</dt>
        <dd className={css.price}>{price}</dd>
        <dd>{strength === undefined ? null : <Bar value={strength} tone={tone} />}</dd>
        <dd className={css.note}>{note}</dd>
      </div>
    ))}
  </dl>
)

/** 0 to 100 with its lower and upper third marked. */
export const Scale = ({ at }: { readonly at: number | undefined }) => (
  <div className={css.scale} aria-hidden="true">
    {at === undefined ? null : <span className={css.needle} style={assignInlineVars({ [css.place]: String(at) })} />}
  </div>
)

const ROW = 34
const WAY_ENDS: Record<Way, readonly [from: number, to: number]> = { up: [26, 6], down: [6, 26], flat: [16, 16] }
const WAY_CLASSES: Record<Way, string> = { up: css.slopeUp, down: css.slopeDown, flat: css.slope }

/** Price above, indicator below, each the way it goes between the two turning points; the type of divergence says the same. */
export function Slopes({
  price,
  indicator,
  name,
}: {
  readonly price: Way
  readonly indicator: Way
  readonly name: string
}) {
  const rows = [
    { way: price, label: 'Price', top: 0 },
    { way: indicator, label: name.slice(0, 10), top: ROW },
  ]
  return (
    <svg className={css.slopes} viewBox="0 0 88 72" aria-hidden="true">
      {rows.map(({ way, label, top }) => {
        const [from, to] = WAY_ENDS[way]
        return (
          <g key={top}>
            <text className={css.slopeName} x="0" y={top + 20}>
              {label}
            </text>
            <path className={WAY_CLASSES[way]} d={`M40 ${top + from}L82 ${top + to}m-4 -4l4 4l-4 4`} />
          </g>
        )
      })}
    </svg>
  )
}
