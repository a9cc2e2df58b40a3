import { cx } from '#src/ui/cx.ts'
import { tone as toneClass } from '#src/ui/theme/tone.css.ts'
import * as css from './ProxyHealthCard.css.ts'
import type { Vital } from './vitals.ts'

/** A value with its name above and a note below. */
export function VitalTile({ vital: { name, value, tone, note } }: { readonly vital: Vital }) {
  return (
    <li className={cx(css.tile, toneClass[tone])} aria-label={name} data-tone={tone}>
      <h4 className={css.name}>{name}</h4>
      <p className={css.value}>{value}</p>
      <p className={css.note}>{note}</p>
    </li>
  )
}
