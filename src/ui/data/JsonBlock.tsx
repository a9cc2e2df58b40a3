import { FOCUSABLE } from '../attributes.ts'
import { cx } from '../cx.ts'
import { formatNumber } from '../format/number.ts'
import * as css from './RawTable.css.ts'

export interface JsonBlockProps {
  /** Accessible name. */
  readonly label: string
  /** Shown on hover: what the figures of a message say. */
  readonly title?: string | undefined
  readonly json: string
  /** Longer texts are cut at this length, in characters. */
  readonly maxLength?: number | undefined
  /** Up to half of the window height. */
  readonly tall?: boolean | undefined
}

const MAX_LENGTH = 20_000

/** A scrolling block of JSON; very long texts are cut with a notice. */
export function JsonBlock({ label, title, json, maxLength = MAX_LENGTH, tall = false }: JsonBlockProps) {
  return (
    <section aria-label={label} title={title} className={cx(css.block, tall && css.tall)} {...FOCUSABLE}>
      <pre>{json.slice(0, maxLength)}</pre>
      {json.length > maxLength ? <p>Truncated. Copying includes all {formatNumber(json.length)} characters.</p> : null}
    </section>
  )
}
