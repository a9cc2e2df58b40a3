import { ADMIN_AREA } from '#contract/limits.ts'
import { Select } from '#src/ui/fields/Select.tsx'

const NAMES: Record<(typeof ADMIN_AREA.hoursBack)[number], string> = {
  1: 'Last Hour',
  6: '6 Hours',
  24: '24 Hours',
  72: '3 Days',
  168: 'Last Week',
}
const OPTIONS = ADMIN_AREA.hoursBack.map((hours) => ({ id: String(hours), label: NAMES[hours] }))

export type HoursBack = (typeof ADMIN_AREA.hoursBack)[number]

export interface HoursSelectProps {
  readonly value: HoursBack
  readonly onChange: (hours: HoursBack) => void
}

/** Time range of a log. */
export function HoursSelect({ value, onChange }: HoursSelectProps) {
  return (
    <Select
      label="Time range"
      options={OPTIONS}
      value={String(value)}
      onChange={(id) => {
        const hours = ADMIN_AREA.hoursBack.find((known) => String(known) === id)
        if (hours !== undefined) onChange(hours)
      }}
    />
  )
}
