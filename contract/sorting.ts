/** Columns by which the admin lists can be sorted. */
export const SORT_COLUMNS = {
  users: ['email', 'username', 'role', 'is_active', 'created_at', 'last_login'],
  invitations: ['email', 'role', 'invited_by', 'created_at', 'expires_at'],
  sessions: ['user_email', 'ip_address', 'created_at', 'last_activity_at', 'expires_at'],
  attempts: ['attempted_at', 'email', 'ip_address', 'success', 'failure_reason'],
  audit: ['created_at', 'user_email', 'action', 'ip_address'],
  alerts: ['title', 'severity', 'ip_address', 'affected_user_email', 'created_at'],
} as const

/** A list of the admin area. */
export type ListName = keyof typeof SORT_COLUMNS
export type SortColumn<List extends ListName> = (typeof SORT_COLUMNS)[List][number]

/** An order: ascending by a column, or descending with a leading '-'. */
export type Sort<Column extends string = string> = Column | `-${Column}`

/** Both orders of each column. */
export const sortsOf = <const Column extends string>(columns: readonly Column[]): readonly Sort<Column>[] =>
  columns.flatMap((column): Sort<Column>[] => [column, `-${column}`])

/** The column of an order, and whether it descends. */
export const parseSort = (sort: Sort): { readonly column: string; readonly isDescending: boolean } =>
  sort.startsWith('-') ? { column: sort.slice(1), isDescending: true } : { column: sort, isDescending: false }
