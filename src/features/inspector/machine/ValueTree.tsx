import type { Scrubbed } from '#src/lib/inspection/scrub.ts'
import { mono, tree } from '../inspector.css.ts'

/** A scrubbed value; short objects start expanded. */
export function ValueTree({ name, value }: { readonly name: string; readonly value: Scrubbed }) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={mono}>
        {name}: {JSON.stringify(value)}
      </div>
    )
  }
  const items = Object.entries(value)
  if (items.length === 0) return <div className={mono}>{`${name}: ${Array.isArray(value) ? '[]' : '{}'}`}</div>
  return (
    <details open={items.length < 20}>
      <summary className={mono}>{`${name} (${items.length})`}</summary>
      <div className={tree}>
        {items.map(([key, item]) => (
          <ValueTree key={key} name={key} value={item} />
        ))}
      </div>
    </details>
  )
}
