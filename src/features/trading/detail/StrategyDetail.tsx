import { Download, Pencil } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Strategy } from '#contract/strategies/responses.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { download } from '#src/ui/download.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Age } from '#src/ui/text/Age.tsx'
import { Loading } from '../Loading.tsx'
import { TestButton } from '../backtests/TestButton.tsx'
import { testableStrategy } from '../backtests/request.ts'
import { PaperButton } from '../paper/AllocateDialog.tsx'
import { Sharing } from '../sharing/Sharing.tsx'
import { asSentence } from '../texts.ts'
import { useTradingContext } from '../trading-context.ts'
import { fileNameOf, serializeStrategy } from '../transfer/strategy-file.ts'
import { Versions } from '../versions/Versions.tsx'
import { useEdit } from '../versions/useEdit.ts'
import { Overview } from './Overview.tsx'

/** Downloads a strategy as the JSON that creates it. */
function ExportButton({ id }: { readonly id: string }) {
  const { commands } = useTradingContext()
  const { dialogs } = useOverlays()
  const { mutate, isPending } = useMutation(commands.definition)

  async function save() {
    const result = await mutate(id)
    if (result === undefined) return
    if (result.ok) download(fileNameOf(result.value), 'application/json', serializeStrategy(result.value))
    else await dialogs.alert({ title: `Failed to export strategy: ${result.error.text}` })
  }

  return (
    <Button icon={<Download size={14} aria-hidden="true" />} busy={isPending} onClick={() => void save()}>
      Export JSON
    </Button>
  )
}

const NOT_FOUND = 404

function Stale({ at, text }: { readonly at: number; readonly text: string }) {
  const now = useNow()
  return (
    <Alert tone="warning" title="Failed to load strategy">
      {asSentence(text)} Showing data from <Age at={at} now={now} />.
    </Alert>
  )
}

const OVERVIEW = 'overview'

/** The overview, the versions and the shares of a strategy, each with its address. */
function Parts({ strategy }: { readonly strategy: Strategy }) {
  const { canEdit, address } = useTradingContext()
  const { search, show } = address
  const isShareable = canEdit && strategy.shared_by === undefined
  return (
    <Tabs
      label="Parts of the strategy"
      value={search.tab === 'sharing' && !isShareable ? OVERVIEW : (search.tab ?? OVERVIEW)}
      onChange={(tab) => show({ tab: tab === OVERVIEW ? undefined : tab })}
      items={[
        { id: OVERVIEW, label: 'Overview', content: <Overview strategy={strategy} /> },
        {
          id: 'versions' as const,
          label: `Versions (${strategy.version_number})`,
          content: <Versions strategy={strategy} />,
        },
        ...(isShareable
          ? [{ id: 'sharing' as const, label: 'Sharing', content: <Sharing strategy={strategy} /> }]
          : []),
      ]}
    />
  )
}

/** What can be done with one's own strategy. */
export function Actions({ strategy }: { readonly strategy: Strategy }) {
  const { canEdit, edit } = useEdit(strategy)
  return (
    <>
      {canEdit ? (
        <Button icon={<Pencil size={14} aria-hidden="true" />} onClick={() => void edit()}>
          Edit
        </Button>
      ) : null}
      <TestButton testable={testableStrategy(strategy)} />
      {canEdit ? <PaperButton strategyId={strategy.id} /> : null}
      <ExportButton id={strategy.id} />
    </>
  )
}

/** A strategy, polled. */
export function useStrategy(id: string) {
  const { feeds } = useTradingContext()
  const data = useRemoteData(useMemo(() => feeds.strategy(id), [feeds, id]))
  const isMissing = data.error?.status === NOT_FOUND
  // It was deleted, or is no longer shared.
  useEffect(() => {
    if (isMissing) feeds.invalidate()
  }, [isMissing, feeds])
  return { data, isMissing }
}

/** Live details of a strategy. */
export function StrategyDetail({ data, isMissing }: ReturnType<typeof useStrategy>) {
  return isMissing ? (
    <ErrorState message="Strategy not found" onRetry={data.reload} busy={data.isLoading} />
  ) : (
    <AsyncContent
      data={data}
      loading={<Loading>Loading strategy...</Loading>}
      failed="Failed to load strategy"
      renderStale={(text, at) => (at === undefined ? null : <Stale at={at} text={text} />)}
    >
      {(strategy) => <Parts strategy={strategy} />}
    </AsyncContent>
  )
}
