import { useMemo } from 'react'
import type { Strategy } from '#contract/strategies/responses.ts'
import type { StrategyVersion } from '#contract/strategies/versions.ts'
import { toMillis } from '#contract/time.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatCount } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Section } from '../detail/Section.tsx'
import { useTradingContext } from '../trading-context.ts'
import { CompareVersions } from './CompareVersions.tsx'
import { versionName } from './texts.ts'
import { useEdit } from './useEdit.ts'
import * as css from './versions.css.ts'

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
