import type { PGlite } from '@electric-sql/pglite'

/** Changed and deleted rows of a table, beyond a fifth of its rows, from which their space is worth reclaiming. */
const DUE_ROWS = 200

/**
 * [DU-9] Lets later rows take the space of changed and deleted ones, in the tables where there are many. The engine does not do
 * so by itself: a row that is changed every minute takes up to 3 MB more a day. One table after the other, as each holds up
 * everything else. Returns their names.
 */
export async function vacuumWhenDue(client: Pick<PGlite, 'query'>): Promise<readonly string[]> {
  // What was changed is counted about once a second otherwise.
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_dead_tup >= $1 + n_live_tup / 5 order by n_dead_tup desc`,
    [DUE_ROWS],
  )
  for (const { name } of rows) await client.query(`vacuum ${name}`)
  return rows.map(({ name }) => name)
}
