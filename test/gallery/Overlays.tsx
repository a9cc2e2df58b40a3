import { useState } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { Kbd } from '#src/ui/text/Kbd.tsx'
import { LiveRegion } from '#src/ui/feedback/LiveRegion.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { CommandPalette } from '#src/ui/overlays/CommandPalette.tsx'
import { ChoiceMenu, Menu } from '#src/ui/overlays/Menu.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { PanelButton } from '#src/ui/overlays/PanelButton.tsx'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { Tooltip } from '#src/ui/overlays/Tooltip.tsx'
import { row, stack } from './gallery.css.ts'

const LEVELS = [
  { id: 'zones', label: 'Zones' },
  { id: 'lines', label: 'Lines' },
  { id: 'off', label: 'Off' },
] as const
const ACTIONS = [
  { id: 'copy', label: 'Copy', note: 'C' },
  { id: 'delete', label: 'Delete', disabled: true },
] as const
const HELP_ENTRIES = [{ term: 'A figure', says: 'What it says in plain words.' }]
const SIZES = ['small', 'medium', 'large'] as const

export function Overlays() {
  const { dialogs, toasts } = useOverlays()
  const [size, setSize] = useState<(typeof SIZES)[number]>()
  const [isFinding, setFinding] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [level, setLevel] = useState<(typeof LEVELS)[number]['id']>('zones')
  const [result, setResult] = useState('')

  async function confirmDelete() {
    const confirmed = await dialogs.confirm({
      title: 'Are you sure you want to delete the model "alpha"?',
      text: 'This action cannot be undone. The model and all associated files will be permanently removed.',
      confirmText: 'Delete',
      danger: true,
    })
    setResult(confirmed ? 'Confirmed' : 'Cancelled')
  }

  return (
    <Card title="Overlays">
      <div className={stack}>
        <div className={row}>
          {SIZES.map((each) => (
            <Button key={each} onClick={() => setSize(each)}>{`Dialog, ${each}`}</Button>
          ))}
          <Button onClick={() => setFinding(true)}>Commands</Button>
          <Button onClick={() => void confirmDelete()}>Confirm</Button>
          <Button onClick={() => void dialogs.alert({ title: 'Health test', text: 'PASSED (5 tests)' })}>Alert</Button>
        </div>
        <div className={row}>
          <Button onClick={() => toasts.success('Model activated')}>Success toast</Button>
          <Button onClick={() => toasts.error('Failed to activate model')}>Error toast</Button>
          <Button onClick={() => toasts.info('No inactive models found')}>Info toast</Button>
        </div>
        <div className={row}>
          <ChoiceMenu text={`S/R: ${level}`} items={LEVELS} value={level} onChange={setLevel} size="small" />
          <Menu text="Actions" items={ACTIONS} onSelect={(id) => setResult(id)} />
          <PanelButton
            text="BTC/USD"
            label="Pair: BTC/USD"
            panelLabel="Choose a pair"
            open={isPanelOpen}
            onOpenChange={setPanelOpen}
          >
            Controls
          </PanelButton>
          <Popover title="Missing or unreadable" trigger={<Badge tone="danger">data incomplete (1)</Badge>} onHover>
            The summary is incomplete and counts as zero.
          </Popover>
          <Tooltip text="Shown on hover and focus">
            <Button>With a tooltip</Button>
          </Tooltip>
          <Help of="A figure" entries={HELP_ENTRIES} />
          <span>
            <Kbd>g</Kbd> <Kbd>d</Kbd>
          </span>
        </div>
        <LiveRegion>{result}</LiveRegion>
      </div>
      {isFinding ? (
        <CommandPalette
          onClose={() => setFinding(false)}
          query={query}
          onQuery={setQuery}
          groups={[{ label: 'Actions', items: ACTIONS.map((each) => ({ ...each, run: () => setResult(each.id) })) }]}
        />
      ) : null}
      <Dialog
        open={size !== undefined}
        onClose={() => setSize(undefined)}
        title="A dialog"
        description="Focus stays inside and returns."
        size={size ?? 'medium'}
        footer={<Button variant="primary">Save</Button>}
      >
        {Array.from({ length: 24 }, (_, line) => (
          <p key={line}>Line {line + 1} of a body that scrolls by itself.</p>
        ))}
      </Dialog>
    </Card>
  )
}
