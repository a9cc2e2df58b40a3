import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { meaningProps, type FigureMeaning } from './meaning.ts'
import * as css from './KeyValueList.css.ts'

export interface KeyValue {
  readonly label: string
  readonly value: ReactNode
  /** What the value says, for figures that claim something. */
  readonly meaning?: FigureMeaning | undefined
  /** Monospaced: ids, keys, addresses. */
  readonly mono?: boolean | undefined
}

/** Label-value pairs, one per line. */
export function KeyValueList({ items }: { readonly items: readonly KeyValue[] }) {
  return (
    <dl className={css.list}>
      {items.map((item) => (
        <div key={item.label} className={css.row} {...(item.meaning === undefined ? {} : meaningProps(item.meaning))}>
          <dt className={css.name}>{item.label}</dt>
          <dd className={cx(css.value, item.mono === true && css.mono)}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
