import { Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { ResizeHandle } from '#src/ui/controls/ResizeHandle.tsx'
import { Slider } from '#src/ui/controls/Slider.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import { row, stack } from './gallery.css.ts'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const
const LEVELS = [
  { id: 'zones', label: 'Zones' },
  { id: 'lines', label: 'Lines' },
  { id: 'off', label: 'Off' },
] as const
const TABS = [
  { id: 'open', label: 'Open', content: 'What is open.' },
  { id: 'closed', label: 'Closed', content: 'What is closed.' },
  { id: 'later', label: 'Not yet', content: '', disabled: true },
] as const

type Level = (typeof LEVELS)[number]['id']
type TabId = (typeof TABS)[number]['id']

export function Controls() {
  const [busy, setBusy] = useState(false)
  const [height, setHeight] = useState<number>()
  const [on, setOn] = useState(true)
  const [confidence, setConfidence] = useState(0.6)
  const [level, setLevel] = useState<Level>('zones')
  const [tab, setTab] = useState<TabId>('open')
  return (
    <Card title="Controls">
      <div className={stack}>
        {VARIANTS.map((variant) => (
          <div key={variant} className={row}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="small">
              small
            </Button>
            <Button variant={variant} icon={<Plus size={16} aria-hidden="true" />}>
              with icon
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} busy busyText="Signing In...">
              Sign In
            </Button>
          </div>
        ))}
        <div className={row}>
          <Button variant="primary" busy={busy} busyText="Working..." onClick={() => setBusy(true)}>
            Become busy
          </Button>
          <Button onClick={() => setBusy(false)}>Stop</Button>
          <RefreshButton isLoading={busy} onRefresh={() => setBusy(true)} />
          <IconButton label="Refresh" icon={<RefreshCw size={16} aria-hidden="true" />} />
          <IconButton label="Delete" variant="danger" icon={<Trash2 size={16} aria-hidden="true" />} />
          <IconButton label="Add" size="small" variant="secondary" icon={<Plus size={14} aria-hidden="true" />} />
        </div>
        <div className={row}>
          <Switch label="Auto refresh" checked={on} onChange={setOn} />
          <Switch label="Not yours" checked={false} onChange={setOn} disabled />
        </div>
        <ToggleGroup label="Levels" options={LEVELS} value={level} onChange={setLevel} />
        <Slider
          label="Confidence"
          value={confidence}
          onChange={setConfidence}
          min={0.5}
          max={1}
          step={0.05}
          format={(value) => formatPercent(value)}
        />
        <Slider label="Fixed" value={3} onChange={() => undefined} min={0} max={10} disabled />
        <div>
          <p>Resizable</p>
          <ResizeHandle label="Height" min={20} max={200} value={height} onChange={setHeight} />
        </div>
        <Tabs label="Positions" items={TABS} value={tab} onChange={setTab} />
      </div>
    </Card>
  )
}
