import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { wizardStep } from '#src/machines/wizard/selectors.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useSelector } from '@xstate/react'
import { DetailDialog } from './detail/DetailDialog.tsx'
import { useTradingContext } from './trading-context.ts'
import { DraftList } from './list/DraftList.tsx'
import { StrategyList } from './list/StrategyList.tsx'
import { TemplateSelector } from './templates/TemplateSelector.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as css from './trading.css.ts'
import { WizardDialog } from './wizard/WizardDialog.tsx'

/** The list of strategies, or the templates in its place; hosts the wizard and the detail dialog. */
export function StrategyManagement() {
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
