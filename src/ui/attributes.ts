/** Explicit roles: CSS that turns rows into cards removes the implicit table semantics. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** For scroll containers: not every browser makes them focusable by keyboard. */
export const FOCUSABLE = { tabIndex: 0 } as const
