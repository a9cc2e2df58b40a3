import { useMemo } from 'react'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import type { EditedVersion } from '#src/machines/wizard/types.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { useTradingContext } from '../trading-context.ts'
import { compareVersions, onlyDifferences } from '../versions/compare.ts'
import { Comparison } from '../versions/Comparison.tsx'
import { versionName } from '../versions/texts.ts'
import * as css from './wizard.css.ts'

interface ChangesProps {
  readonly edits: EditedVersion
  readonly request: CustomStrategy
}

/** What the edit changes in the present version. */
export function Changes({ edits: { strategyId, versionNumber }, request }: ChangesProps) {
  const { feeds } = useTradingContext()
  const data = useRemoteData(
    useMemo(() => feeds.version(strategyId, versionNumber), [feeds, strategyId, versionNumber]),
  )
  return (
    <section className={css.section} aria-label="Changes">
      <h4 className={css.panelTitle}>Changes</h4>
      <AsyncContent data={data} loading={<Skeleton height="96px" />} failed="Failed to load the version you edit">
        {({ definition }) => {
          const groups = onlyDifferences(compareVersions(definition, request))
          return groups.length === 0 ? (
            <p>Nothing has changed so far.</p>
          ) : (
            <Comparison groups={groups} before={versionName(versionNumber)} after={versionName(versionNumber + 1)} />
          )
        }}
      </AsyncContent>
    </section>
  )
}
