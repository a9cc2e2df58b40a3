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

/** Marks what stands for content that has not been loaded yet. */
export const LOADING = { 'data-loading': true } as const
/** Selects it. */
export const WHILE_LOADING = '[data-loading]'
