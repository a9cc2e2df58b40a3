/** Explicit roles: CSS that turns rows into cards removes the implicit table semantics. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
