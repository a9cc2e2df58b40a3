import { OVERLAYS } from '#src/ui/charts/overlays/registry.ts'
import { ChecklistMenu } from '#src/ui/overlays/Menu.tsx'

export interface OverlaysMenuProps {
  /** Ids of the overlays that are shown. */
  readonly shown: readonly string[]
  readonly onChange: (shown: readonly string[]) => void
}

/** Menu of what can be drawn on the chart and below it, with the number of what is. */
export function OverlaysMenu({ shown, onChange }: OverlaysMenuProps) {
  const items = OVERLAYS.map(({ id, label }) => ({ id, label, checked: shown.includes(id) }))
  const count = items.filter(({ checked }) => checked).length
  return (
    <ChecklistMenu
      text={count === 0 ? 'Indicators' : `Indicators (${count})`}
      size="small"
      align="end"
      items={items}
      onToggle={(id) => onChange(shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id])}
    />
  )
}
