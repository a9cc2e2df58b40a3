import { useSelector } from '@xstate/react'
import { Download, FlaskConical, Pencil, Plus } from 'lucide-react'
import { use, useEffect, useMemo, useRef, useState } from 'react'
import { roleReaches } from '#contract/roles.ts'
import type { Strategy } from '#contract/strategies/responses.ts'
import { useServices, useSession } from '#src/app/services.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { download } from '#src/ui/download.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Age } from '#src/ui/text/Age.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Loading } from './Loading.tsx'
import { TestButton } from './backtests/TestButton.tsx'
import { testableStrategy } from './backtests/request.ts'
import { Overview } from './detail/Overview.tsx'
import { DraftList } from './list/DraftList.tsx'
import { StrategyList } from './list/StrategyList.tsx'
import { PaperButton } from './paper/AllocateDialog.tsx'
import { PaperSection } from './paper/PaperSection.tsx'
import { Sharing } from './sharing/Sharing.tsx'
import { TemplateSelector } from './templates/TemplateSelector.tsx'
import { asSentence, COMING_SOON } from './texts.ts'
import { TradingContext, useTradingContext } from './trading-context.ts'
import * as css from './trading.css.ts'
import { fileNameOf, serializeStrategy } from './transfer/strategy-file.ts'
import { useAddress } from './useAddress.ts'
import { Versions } from './versions/Versions.tsx'
import { useEdit } from './versions/useEdit.ts'
import { WizardDialog } from './wizard/WizardDialog.tsx'
import { wizardStep } from '#src/machines/wizard/machine.ts'

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

function Actions({ strategy }: { readonly strategy: Strategy }) {
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

/** Live details of a strategy. */
function DetailDialog({ id, onClose }: DetailDialogProps) {
  const { feeds } = useTradingContext()
  const data = useRemoteData(useMemo(() => feeds.strategy(id), [feeds, id]))
  const isMissing = data.error?.status === NOT_FOUND
  // It was deleted, or is no longer shared.
  useEffect(() => {
    if (isMissing) feeds.invalidate()
  }, [isMissing, feeds])
  return (
    <Dialog
      open
      onClose={onClose}
      title={data.value?.name ?? 'Strategy'}
      size="large"
      footer={
        data.value === undefined || data.value.shared_by !== undefined || isMissing ? undefined : (
          <Actions strategy={data.value} />
        )
      }
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
          {(strategy) => <Parts strategy={strategy} />}
        </AsyncContent>
      )}
    </Dialog>
  )
}

/** The list of strategies, or the templates in its place; hosts the wizard and the detail dialog. */
function StrategyManagement() {
  const { feeds, wizard, address, canEdit } = useTradingContext()
  const list = useRemoteData(feeds.list)
  const { toasts } = useOverlays()
  const [showsTemplates, setShowsTemplates] = useState(false)
  const newButton = useRef<HTMLButtonElement>(null)
  const viewedId = address.search.strategy
  const isWizardOpen = useSelector(wizard, (snapshot) => wizardStep(snapshot) !== undefined)

  useEffect(() => {
    const subscription = wizard.on('created', ({ name, versionNumber }) => {
      if (versionNumber !== undefined) return toasts.success(`Strategy "${name}" is now version ${versionNumber}`)
      toasts.success(`Strategy "${name}" created`)
      setShowsTemplates(false)
      // The button that opened the wizard has gone.
      newButton.current?.focus()
    })
    return () => subscription.unsubscribe()
  }, [wizard, toasts])

  return (
    <Card
      title="Strategy Management"
      className={css.management}
      help={<Help of="Strategy Management" topic="strategies" />}
      trailing={
        canEdit ? (
          <Button
            ref={newButton}
            size="small"
            variant="primary"
            icon={<Plus size={14} aria-hidden="true" />}
            aria-expanded={showsTemplates}
            onClick={() => setShowsTemplates(!showsTemplates)}
          >
            {showsTemplates ? 'Hide Templates' : 'New Strategy'}
          </Button>
        ) : undefined
      }
    >
      {showsTemplates ? (
        <TemplateSelector onCreated={() => setShowsTemplates(false)} />
      ) : (
        <div className={layout.stack[4]}>
          <DraftList />
          <StrategyList list={list} onView={address.open} />
        </div>
      )}
      {isWizardOpen ? <WizardDialog /> : null}
      {viewedId === undefined || isWizardOpen ? null : (
        <DetailDialog key={viewedId} id={viewedId} onClose={address.close} />
      )}
    </Card>
  )
}

const TO_COME = ['Trading Bot Control', 'Position & Risk Management']

/** The trading screen: strategies, and below them one line for each of the features to come. */
export function TradingOperations() {
  const { address, canEdit } = useTradingContext()
  const strategies = (
    <>
      <StrategyManagement />
      <div className={css.placeholders}>
        {TO_COME.map((title) => (
          <Card key={title} title={title} trailing={<Badge>{COMING_SOON}</Badge>} headOnly />
        ))}
      </div>
    </>
  )
  return (
    <div className={layout.stack[4]}>
      <PageHeader
        title="Trading Operations"
        subtitle="Strategies and their decisions"
        actions={
          canEdit ? (
            <Button icon={<FlaskConical size={14} aria-hidden="true" />} onClick={address.openBacktests}>
              Backtests
            </Button>
          ) : undefined
        }
      />
      {canEdit ? <PaperSection>{strategies}</PaperSection> : strategies}
    </div>
  )
}

export default function TradingScreen() {
  const { strategies, streams } = useServices()
  useAllPairs()
  const role = useSession((snapshot) => sessionUser(snapshot)?.role)
  const { feeds, commands, backtests, paper, wizard, drafts } = use(strategies())
  const canEdit = role !== undefined && roleReaches(role, 'Trader')
  const address = useAddress()
  const context = useMemo(
    () => ({
      feeds,
      commands,
      backtests,
      paper,
      wizard,
      drafts,
      canEdit,
      address,
      market$: streams.market$,
      pairFigures$: streams.pairFigures$,
      records: streams.records,
    }),
    [feeds, commands, backtests, paper, wizard, drafts, canEdit, address, streams],
  )
  return (
    <TradingContext value={context}>
      <TradingOperations />
    </TradingContext>
  )
}
