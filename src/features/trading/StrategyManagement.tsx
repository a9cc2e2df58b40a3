import { Plus, Wand } from 'lucide-react'
import { useEffect, useState } from 'react'
import { wizardCommands } from '#src/machines/wizard/commands.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { wizardStep } from '#src/machines/wizard/selectors.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useSelector } from '@xstate/react'
import { DetailDialog } from './detail/DetailDialog.tsx'
import { useTradingContext, usePermission } from './trading-context.ts'
import { StrategyList } from './list/StrategyList.tsx'
import { TemplateSelector } from './templates/TemplateSelector.tsx'
import * as css from './trading.css.ts'
import { ImportButton } from './transfer/ImportButton.tsx'
import { WizardDialog } from './wizard/WizardDialog.tsx'

/** The list of strategies, or the templates in its place; hosts the wizard and the detail dialog. */
export function StrategyManagement() {
  const { feeds, wizard } = useTradingContext()
  const list = useRemoteData(feeds.list)
  const permission = usePermission()
  const { toasts } = useOverlays()
  const [showsTemplates, setShowsTemplates] = useState(false)
  const [viewedId, setViewedId] = useState<string>()
  const isWizardOpen = useSelector(wizard, (snapshot) => wizardStep(snapshot) !== undefined)

  useEffect(() => {
    const subscription = wizard.on('created', ({ name }) => {
      toasts.success(`Strategy "${name}" created`)
      setShowsTemplates(false)
    })
    return () => subscription.unsubscribe()
  }, [wizard, toasts])

  return (
    <Card
      title="Strategy Management"
      trailing={
        <div className={css.bar}>
          <ImportButton />
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden="true" />}
            aria-expanded={showsTemplates}
            onClick={() => setShowsTemplates(!showsTemplates)}
          >
            {showsTemplates ? 'Hide Templates' : 'New Strategy'}
          </Button>
          <Button
            {...permission}
            size="small"
            variant="primary"
            icon={<Wand size={14} aria-hidden="true" />}
            onClick={wizardCommands(wizard).open}
          >
            Custom Strategy
          </Button>
        </div>
      }
    >
      {showsTemplates ? (
        <TemplateSelector onCreated={() => setShowsTemplates(false)} />
      ) : (
        <StrategyList list={list} onView={setViewedId} />
      )}
      {isWizardOpen ? <WizardDialog /> : null}
      {viewedId === undefined ? null : (
        <DetailDialog key={viewedId} id={viewedId} onClose={() => setViewedId(undefined)} />
      )}
    </Card>
  )
}
