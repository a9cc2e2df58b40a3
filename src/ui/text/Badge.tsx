import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { Tone } from '../theme/palettes.ts'
import * as css from './Badge.css.ts'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'

export interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: Tone | undefined
  /** `pill` for states and counts, `badge` for labels. */
  readonly shape?: 'badge' | 'pill' | undefined
  /** A dot before the text, for live states. */
  readonly dot?: boolean | undefined
  readonly icon?: ReactNode
  readonly title?: string | undefined
}

/** A short label with a tone; the text carries the meaning, not the colour. */
export function Badge({ children, tone = 'neutral', shape = 'badge', dot = false, icon, title }: BadgeProps) {
  return (
    <span className={cx(css.badge({ shape }), toneClass[tone])} data-tone={tone} title={title}>
      {dot ? <span className={css.dot} aria-hidden="true" /> : null}
      {icon}
      <span className={css.text}>{children}</span>
    </span>
  )
}

export interface ShrinkingBadgeProps extends Omit<BadgeProps, 'title'> {
  /** What a person counts of it, in place of the text where that does not fit. */
  readonly count?: number | undefined
  /** What goes first, after the text. */
  readonly more?: ReactNode
}

/** A badge that gives way to what is beside it: `more` goes first, then its text. Its icon or dot and its count stay. */
export function ShrinkingBadge(props: ShrinkingBadgeProps) {
  const { tone = 'neutral', shape = 'badge', dot = false, icon, count, children, more } = props
  return (
    <span className={cx(css.shrinking, toneClass[tone])} data-tone={tone}>
      <span className={css.kept({ shape })} aria-hidden="true">
        {dot ? <span className={css.dot} /> : null}
        {icon}
        {count === undefined ? null : <span className={css.count} data-count={count} />}
      </span>
      <span className={css.part({ shape, coversCount: count !== undefined })}>
        <span>{children}</span>
      </span>
      {more === undefined ? null : <span className={css.part({ shape })}>{more}</span>}
    </span>
  )
}
