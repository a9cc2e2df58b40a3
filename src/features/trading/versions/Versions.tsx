import { useMemo, useState } from 'react'
import type { Strategy } from '#contract/strategies/responses.ts'
import type { StrategyVersion, VersionDetails } from '#contract/strategies/versions.ts'
import { toMillis } from '#contract/time.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { formatCount } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Section } from '../detail/Section.tsx'
import { useTradingContext } from '../trading-context.ts'
import { Comparison } from './Comparison.tsx'
import { compareVersions, onlyDifferences, versionName } from './compare.ts'
import { useEdit } from './useEdit.ts'
import * as css from './versions.css.ts'

interface PairProps {
  readonly before: VersionDetails
  readonly after: VersionDetails
}

function Differences({ before, after }: PairProps) {
  const [showsAll, setShowsAll] = useState(false)
  const groups = useMemo(() => compareVersions(before.definition, after.definition), [before, after])
  const differing = onlyDifferences(groups)
  return (
    <div className={layout.stack[3]}>
      <Switch label="Show what is the same too" checked={showsAll} onChange={setShowsAll} />
      {differing.length === 0 ? <p>These versions do not differ.</p> : null}
      <Comparison
        groups={showsAll ? groups : differing}
        before={versionName(before.version_number)}
        after={versionName(after.version_number)}
      />
    </div>
  )
}

function Loaded({ id, before, after }: { readonly id: string; readonly before: number; readonly after: number }) {
  const { feeds } = useTradingContext()
  const first = useRemoteData(useMemo(() => feeds.version(id, before), [feeds, id, before]))
  const second = useRemoteData(useMemo(() => feeds.version(id, after), [feeds, id, after]))
  const wait = { loading: <Skeleton height="220px" />, failed: 'Failed to load the version' }
  return (
    <AsyncContent data={first} {...wait}>
      {(one) => (
        <AsyncContent data={second} {...wait}>
          {(other) => <Differences before={one} after={other} />}
        </AsyncContent>
      )}
    </AsyncContent>
  )
}

interface CompareVersionsProps {
  readonly id: string
  /** At least two, newest first. */
  readonly versions: readonly StrategyVersion[]
}

/** Two versions of choice side by side: by default the last two. */
function CompareVersions({ id, versions }: CompareVersionsProps) {
  const { search, show } = useTradingContext().address
  const numbers = versions.map(({ version_number: number }) => number)
  const known = (number: number | undefined) => numbers.find((each) => each === number)
  const after = known(search.against) ?? numbers[0] ?? 1
  const before = known(search.version) ?? numbers.find((each) => each < after) ?? 1
  const options = numbers.map((number) => ({ id: String(number), label: versionName(number) }))
  const choose = (part: { version?: number; against?: number }) =>
    show({ tab: 'versions', version: before, against: after, ...part })
  return (
    <div className={layout.stack[3]}>
      <div className={css.chosen}>
        <Select
          label="Compare"
          options={options}
          value={String(before)}
          onChange={(chosen) => choose({ version: Number(chosen) })}
        />
        <Select
          label="With"
          options={options}
          value={String(after)}
          onChange={(chosen) => choose({ against: Number(chosen) })}
        />
      </div>
      <Loaded key={`${before} ${after}`} id={id} before={before} after={after} />
    </div>
  )
}

function useColumns(strategy: Strategy): readonly Column<StrategyVersion>[] {
  const { show } = useTradingContext().address
  const { canEdit, edit } = useEdit(strategy)
  const present = strategy.version_number
  return [
    {
      id: 'version',
      header: 'Version',
      cell: ({ version_number: number }) => (
        <span className={layout.wrap[2]}>
          {versionName(number)}
          {number === present ? <Badge tone="info">present</Badge> : null}
        </span>
      ),
    },
    { id: 'saved', header: 'Saved', cell: ({ created_at: at }) => formatExact(toMillis(at)) },
    { id: 'name', header: 'Name', cell: ({ name }) => name },
    { id: 'decisions', header: 'Stored decisions', cell: ({ decisions }) => formatCount(decisions), numeric: true },
    {
      id: 'actions',
      header: 'Actions',
      cell: ({ version_number: number }) => (
        <span className={css.actions}>
          <Button
            size="small"
            aria-label={`View ${versionName(number)}`}
            onClick={() => show({ version: number === present ? undefined : number })}
          >
            View
          </Button>
          {canEdit && number !== present ? (
            <Button size="small" aria-label={`Edit from ${versionName(number)}`} onClick={() => void edit(number)}>
              Edit from here
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
}

/** The versions of a strategy, and two of them compared. */
export function Versions({ strategy }: { readonly strategy: Strategy }) {
  const { feeds } = useTradingContext()
  const { id } = strategy
  const data = useRemoteData(useMemo(() => feeds.versions(id), [feeds, id]))
  const columns = useColumns(strategy)
  return (
    <AsyncContent data={data} loading={<Skeleton height="132px" />} failed="Failed to load the versions">
      {(versions) => (
        <div className={layout.stack[6]}>
          <Section title="All Versions">
            <Table
              caption="All versions"
              columns={columns}
              rows={versions}
              rowKey={({ version_number: number }) => String(number)}
              empty="No versions"
              stacks
            />
            {versions.length > 1 ? null : (
              <p className={layout.quiet}>
                An edit saves a second version; this one stays as it is, with its decisions.
              </p>
            )}
          </Section>
          {versions.length > 1 ? (
            <Section title="Compare">
              <CompareVersions id={id} versions={versions} />
            </Section>
          ) : null}
        </div>
      )}
    </AsyncContent>
  )
}
