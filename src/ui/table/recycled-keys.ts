import { useState } from 'react'

/** React keys by row id, in the order of the rows. */
export type RowKeys = ReadonlyMap<string, number>

/**
 * Keys for rows with these ids. A row that was there keeps its key, and with it its elements and their focus; a new row takes
 * over that of one that has gone, so that its elements are changed instead of built anew, which takes several times longer.
 */
export function recycledKeys(before: RowKeys, ids: ReadonlySet<string>): RowKeys {
  const free = [...before].flatMap(([id, key]) => (ids.has(id) ? [] : [key])).values()
  const next = Math.max(-1, ...before.values()) + 1
  let added = 0
  const newKey = (): number => free.next().value ?? next + added++
  return new Map([...ids].map((id) => [id, before.get(id) ?? newKey()]))
}

const NONE: RowKeys = new Map()

/** The keys of the rows that are shown. */
export function useRecycledKeys(ids: ReadonlySet<string>): RowKeys {
  const [keys, setKeys] = useState(NONE)
  if (ids.size === keys.size && [...ids].every((id) => keys.has(id))) return keys
  const next = recycledKeys(keys, ids)
  setKeys(next)
  return next
}
