import { useMemo } from 'react'
import type { Strategy } from '#contract/strategies/responses.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Age } from '#src/ui/text/Age.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useTradingContext } from '../trading-context.ts'
import { Loading } from '../Loading.tsx'
import { asSentence } from '../texts.ts'
import { ExportButton } from '../transfer/ExportButton.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Decisions } from './Decisions.tsx'
import * as css from './detail.css.ts'
import { BasicInformation, RiskParameters, RuleList, SourceList } from './DefinitionSections.tsx'
import { StrategySources } from './strategy-sources.ts'
import { LiveMetrics } from './LiveMetrics.tsx'

const NOT_FOUND = 404

interface DetailDialogProps {
  readonly id: string
  readonly onClose: () => void
}

function Stale({ at, text }: { readonly at: number; readonly text: string }) {
  const now = useNow()
  return (
    <Alert tone="warning" title="Failed to load strategy">
      {asSentence(text)} Showing data from <Age at={at} now={now} />.
    </Alert>
  )
}

function Sections({ strategy }: { readonly strategy: Strategy }) {
  return (
    <div className={layout.stack[6]}>
      <div className={css.columns}>
        <div className={layout.stack[6]}>
          <BasicInformation strategy={strategy} />
          <RiskParameters risk={strategy.risk_parameters} />
        </div>
        <div className={layout.stack[6]}>
          <LiveMetrics id={strategy.id} />
        </div>
      </div>
      <StrategySources value={strategy.signal_sources}>
        <Decisions id={strategy.id} />
      </StrategySources>
      <div className={css.columns}>
        <SourceList sources={strategy.signal_sources} />
        <RuleList rules={strategy.confluence_rules} sources={strategy.signal_sources} />
      </div>
    </div>
  )
}

/** Live details of a strategy. */
export function DetailDialog({ id, onClose }: DetailDialogProps) {
  const { feeds } = useTradingContext()
  const data = useRemoteData(useMemo(() => feeds.strategy(id), [feeds, id]))
  const isMissing = data.error?.status === NOT_FOUND
  return (
    <Dialog
      open
      onClose={onClose}
      title={data.value?.name ?? 'Strategy'}
      size="large"
      footer={data.value === undefined || isMissing ? undefined : <ExportButton id={id} />}
    >
      {isMissing ? (
        <ErrorState message="Strategy not found" onRetry={data.reload} busy={data.isLoading} />
      ) : (
        <AsyncContent
          data={data}
          loading={<Loading>Loading strategy...</Loading>}
          failed="Failed to load strategy"
          renderStale={(text, at) => (at === undefined ? null : <Stale at={at} text={text} />)}
        >
          {(strategy) => <Sections strategy={strategy} />}
        </AsyncContent>
      )}
    </Dialog>
  )
}
