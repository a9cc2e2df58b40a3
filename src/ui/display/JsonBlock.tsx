import { cx } from '../cx.ts'
import { formatNumber } from '../format/number.ts'
import * as css from './JsonBlock.css.ts'

export interface JsonBlockProps {
  /** Accessible name. */
  readonly label: string
  readonly json: string
  /** Longest text that is painted, in characters. */
  readonly maxLength?: number | undefined
  /** As high as half of the window, where little else stands beside it. */
  readonly tall?: boolean | undefined
}

/** Not every browser lets the keyboard reach what merely scrolls. */
const FOCUSABLE = { tabIndex: 0 } as const
const MAX_LENGTH = 20_000

/** A text of JSON that scrolls in its own frame; a very long one is cut, and says so. */
export function JsonBlock({ label, json, maxLength = MAX_LENGTH, tall = false }: JsonBlockProps) {
  return (
    <section aria-label={label} className={cx(css.block, tall && css.tall)} {...FOCUSABLE}>
      <pre>{json.slice(0, maxLength)}</pre>
      {json.length > maxLength ? <p>Cut here: a copy takes all {formatNumber(json.length)} characters.</p> : null}
    </section>
  )
}
