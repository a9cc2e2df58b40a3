import { FlaskConical, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Actions, StrategyDetail, useStrategy } from './detail/StrategyDetail.tsx'
import { DraftList } from './list/DraftList.tsx'
import { StrategyList } from './list/StrategyList.tsx'
import { PaperSection } from './paper/PaperSection.tsx'
import { TemplateSelector } from './templates/TemplateSelector.tsx'
import { COMING_SOON } from './texts.ts'
import { TradingContext, useTrading, useTradingContext } from './trading-context.ts'
import * as css from './trading.css.ts'
import { useAddress } from './useAddress.ts'
import { WizardDialog } from './wizard/WizardDialog.tsx'
import { useWizardDialog } from './wizard/useWizard.ts'

interface DetailDialogProps {
  readonly id: string
  readonly onClose: () => void
}

/** The details of a strategy at a glance, with the way to its page. */
function DetailDialog({ id, onClose }: DetailDialogProps) {
  const { address } = useTradingContext()
  const strategy = useStrategy(id)
  const { value } = strategy.data
  return (
    <Dialog
      open
      onClose={onClose}
      title={value?.name ?? 'Strategy'}
      size="large"
      footer={
        value === undefined || strategy.isMissing ? undefined : (
          <>
            <Button onClick={() => address.openPage(id)}>Open Page</Button>
            {value.shared_by === undefined ? <Actions strategy={value} /> : null}
          </>
        )
      }
    >
      <StrategyDetail {...strategy} />
    </Dialog>
  )
}

/** The list of strategies, or the templates in its place; hosts the wizard and the detail dialog. */
function StrategyManagement() {
  const { feeds, address, canEdit } = useTradingContext()
  const list = useRemoteData(feeds.list)
  const [showsTemplates, setShowsTemplates] = useState(false)
  const newButton = useRef<HTMLButtonElement>(null)
  const viewedId = address.search.strategy
  const isWizardOpen = useWizardDialog(() => {
    setShowsTemplates(false)
    // The button that opened the wizard has gone.
    newButton.current?.focus()
  })

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
  const context = useTrading(useAddress())
  return (
    <TradingContext value={context}>
      <TradingOperations />
    </TradingContext>
  )
}
