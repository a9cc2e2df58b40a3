import type {
  Contribution,
  Contributions as ContributionsData,
  SourceVotes,
  VotesOfTwo,
} from '#contract/backtests/contributions.ts'
import { recordText } from '#contract/track-records/text.ts'
import { formatChange, formatNumber, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { MEANINGS } from './texts.ts'

const change = (fraction: number) => formatChange(100 * fraction, 1)

const WITHOUT: readonly Column<Contribution>[] = [
  {
    id: 'name',
    header: 'Without',
    wraps: true,
    cell: ({ kind, name }) => `${name}${kind === 'rule' ? ' (rule)' : ''}`,
  },
  {
    id: 'return',
    header: 'Result without',
    meaning: MEANINGS.return,
    cell: (each) => (each.return === null ? 'no rule left' : change(each.return)),
    numeric: true,
  },
  {
    id: 'gain',
    header: 'Ended higher with it by',
    meaning: MEANINGS.gain,
    cell: ({ gain }) =>
      gain === null ? NOT_AVAILABLE : `${change(gain.value)} (${change(gain.low)} to ${change(gain.high)})`,
    numeric: true,
  },
  { id: 'trades', header: 'Trades without', cell: ({ trades }) => formatNumber(trades), numeric: true },
  { id: 'shared', header: 'Same decisions', cell: ({ shared }) => formatNumber(shared), numeric: true },
  { id: 'with', header: 'Only with', cell: (each) => formatNumber(each.only_with), numeric: true },
  { id: 'without', header: 'Only without', cell: (each) => formatNumber(each.only_without), numeric: true },
]

const SOURCES: readonly Column<SourceVotes>[] = [
  { id: 'name', header: 'Source', wraps: true, cell: ({ name }) => name },
  { id: 'record', header: 'Its votes', wraps: true, meaning: MEANINGS.votes, cell: ({ record }) => recordText(record) },
]

function pairColumns(nameOf: (id: string) => string): readonly Column<VotesOfTwo>[] {
  return [
    {
      id: 'pair',
      header: 'Sources',
      wraps: true,
      cell: ({ first, second }) => `${nameOf(first)} and ${nameOf(second)}`,
    },
    {
      id: 'together',
      header: 'Both, same side',
      wraps: true,
      meaning: MEANINGS.votes,
      cell: ({ together }) => recordText(together),
    },
    {
      id: 'first',
      header: 'Only the first',
      wraps: true,
      meaning: MEANINGS.votes,
      cell: (each) => recordText(each.only_first),
    },
    {
      id: 'second',
      header: 'Only the second',
      wraps: true,
      meaning: MEANINGS.votes,
      cell: (each) => recordText(each.only_second),
    },
    { id: 'opposed', header: 'Opposed, hours', cell: ({ opposed }) => formatNumber(opposed), numeric: true },
  ]
}

/** Which source and rule earned its weight, and what the sources say together and apart. */
export function Contributions({
  contributions: { without, sources, pairs },
}: {
  readonly contributions: ContributionsData
}) {
  const names = new Map(sources.map(({ source_id: id, name }) => [id, name]))
  return (
    <>
      <Table
        caption="Each source and rule left out"
        columns={WITHOUT}
        rows={without}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        empty="Nothing to leave out"
        stacks
      />
      <Table
        caption="How often the votes of each source came true"
        columns={SOURCES}
        rows={sources}
        rowKey={({ source_id: id }) => id}
        empty="No sources"
        stacks
      />
      {pairs.length === 0 ? null : (
        <Table
          caption="Two sources together and apart"
          columns={pairColumns((id) => names.get(id) ?? id)}
          rows={pairs}
          rowKey={({ first, second }) => `${first} ${second}`}
          empty="No pairs of sources"
          stacks
        />
      )}
    </>
  )
}
