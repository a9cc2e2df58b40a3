import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { list, mono, name, row, value } from './KeyValueList.css.ts'

export interface KeyValue {
  readonly label: string
  readonly value: ReactNode
  /** In the fixed-width face: ids, keys, addresses. */
  readonly mono?: boolean | undefined
}

/** Names at the left, figures at the right, one pair per line. */
export function KeyValueList({ items }: { readonly items: readonly KeyValue[] }) {
  return (
    <dl className={list}>
      {items.map((item) => (
        <div key={item.label} className={row}>
          <dt className={name}>{item.label}</dt>
          <dd className={cx(value, item.mono === true && mono)}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
