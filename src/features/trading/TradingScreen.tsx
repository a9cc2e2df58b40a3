import { useSelector } from '@xstate/react'
import { FlaskConical, Plus } from 'lucide-react'
import { use, useEffect, useMemo, useRef, useState } from 'react'
import { roleReaches } from '#contract/roles.ts'
import { useServices, useSession } from '#src/app/services.ts'
import { useAllPairs } from '#src/app/use-dashboard-view.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { wizardStep } from '#src/machines/wizard/selectors.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DetailDialog } from './detail/DetailDialog.tsx'
import { DraftList } from './list/DraftList.tsx'
import { StrategyList } from './list/StrategyList.tsx'
import { TemplateSelector } from './templates/TemplateSelector.tsx'
import { COMING_SOON } from './texts.ts'
import { TradingContext, useTradingContext } from './trading-context.ts'
import * as css from './trading.css.ts'
import { useAddress } from './useAddress.ts'
import { WizardDialog } from './wizard/WizardDialog.tsx'

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
      <StrategyManagement />
      <div className={css.placeholders}>
        {TO_COME.map((title) => (
          <Card key={title} title={title} trailing={<Badge>{COMING_SOON}</Badge>} headOnly />
        ))}
      </div>
    </div>
  )
}

export default function TradingScreen() {
  const { strategies, streams } = useServices()
  useAllPairs()
  const role = useSession((snapshot) => sessionUser(snapshot)?.role)
  const { feeds, commands, backtests, wizard, drafts } = use(strategies())
  const canEdit = role !== undefined && roleReaches(role, 'Trader')
  const address = useAddress()
  const context = useMemo(
    () => ({
      feeds,
      commands,
      backtests,
      wizard,
      drafts,
      canEdit,
      address,
      market$: streams.market$,
      records: streams.records,
    }),
    [feeds, commands, backtests, wizard, drafts, canEdit, address, streams],
  )
  return (
    <TradingContext value={context}>
      <TradingOperations />
    </TradingContext>
  )
}
