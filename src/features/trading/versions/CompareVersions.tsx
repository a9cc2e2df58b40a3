import { useMemo, useState } from 'react'
import type { StrategyVersion, VersionDetails } from '#contract/strategies/versions.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'
import { compareVersions, onlyDifferences } from './compare.ts'
import { Comparison } from './Comparison.tsx'
import { versionName } from './texts.ts'
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
export function CompareVersions({ id, versions }: CompareVersionsProps) {
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
