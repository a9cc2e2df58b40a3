import { cx } from '../cx.ts'
import type { Tone } from '../theme/palettes.ts'
import * as css from './Dot.css.ts'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'

/** A status dot. Decorative: pair it with text or an accessible name. */
export function Dot({ tone }: { readonly tone: Tone }) {
  return <span className={cx(css.dot, toneClass[tone])} data-tone={tone} aria-hidden="true" />
}
