import type { StrategyStatus } from '#contract/strategies/names.ts'
import { STATUS_CHANGES } from '#contract/strategies/names.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { mapResult } from '#src/lib/result.ts'
import type { StrategyService } from '#src/app/services.ts'
import { pluralize } from '#src/ui/format/number.ts'
import type { BulkAction } from '#src/ui/table/bulk.ts'

type Commands = Pick<StrategyService['commands'], 'setStatus' | 'setArchived' | 'remove'>
type Run = ReturnType<Commands['setStatus']>

const strategies = (count: number) => pluralize(count, 'strategy', 'strategies')
const onlyToRead = ({ shared_by: sharedBy }: StrategySummary) =>
  sharedBy === undefined ? undefined : `Shared by ${sharedBy}, to read`
const statusOf = ({ status, archived_at: at }: StrategySummary) => (at === undefined ? status : 'archived')

const outcome = async (run: Run) =>
  mapResult(
    await run,
    () => undefined,
    ({ text }) => text,
  )

const changesStatus =
  (to: StrategyStatus) =>
  (strategy: StrategySummary): string | undefined =>
    onlyToRead(strategy) ?? (STATUS_CHANGES[strategy.status].includes(to) ? undefined : `It is ${statusOf(strategy)}`)

/** What can be done with several strategies together. */
export const bulkStrategyActions = (commands: Commands): readonly BulkAction<StrategySummary>[] => [
  {
    label: 'Pause',
    question: (count) => `Pause ${strategies(count)}?`,
    consequence: () => 'They decide nothing until they are resumed.',
    isHarmful: false,
    exempts: changesStatus('paused'),
    run: ({ id }) => outcome(commands.setStatus(id, 'paused')),
  },
  {
    label: 'Resume',
    question: (count) => `Resume ${strategies(count)}?`,
    consequence: () => 'They decide again from the next candle on.',
    isHarmful: false,
    exempts: changesStatus('active'),
    run: ({ id }) => outcome(commands.setStatus(id, 'active')),
  },
  {
    label: 'Stop',
    question: (count) => `Stop ${strategies(count)}?`,
    consequence: () => 'They decide no more, and a stopped strategy cannot be resumed. To interrupt them, pause them.',
    isHarmful: true,
    exempts: changesStatus('stopped'),
    run: ({ id }) => outcome(commands.setStatus(id, 'stopped')),
  },
  {
    label: 'Archive',
    question: (count) => `Archive ${strategies(count)}?`,
    consequence: () => 'They are then listed by the status Archived only, and can be taken out again.',
    isHarmful: false,
    exempts: (strategy) => {
      if (strategy.archived_at !== undefined) return 'Already archived'
      return onlyToRead(strategy) ?? (strategy.status === 'stopped' ? undefined : 'Only stopped ones can be archived')
    },
    run: ({ id }) => outcome(commands.setArchived(id, true)),
  },
  {
    label: 'Unarchive',
    question: (count) => `Take ${strategies(count)} out of the archive?`,
    consequence: () => 'They are listed again, stopped as they are.',
    isHarmful: false,
    exempts: (strategy) => onlyToRead(strategy) ?? (strategy.archived_at === undefined ? 'Not archived' : undefined),
    run: ({ id }) => outcome(commands.setArchived(id, false)),
  },
  {
    label: 'Delete',
    question: (count) => `Delete ${strategies(count)}?`,
    consequence: () => 'Their decisions and signals are deleted too. This cannot be undone.',
    isHarmful: true,
    exempts: onlyToRead,
    run: ({ id }) => outcome(commands.remove(id)),
  },
]
