import { useState } from 'react'
import { usePreferences } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Select, type SelectOption } from '#src/ui/fields/Select.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { DEVICE_TIME_ZONE, NUMBER_LOCALES, type NumberLocale } from '#contract/preferences.ts'
import { DEFAULT_FORMAT } from '#src/ui/format/regional.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { tabularNums } from '#src/ui/theme/layout.css.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { form } from './ProfileScreen.css.ts'

const EXAMPLE = 1_234_567.89

const zoneOptions = (): readonly SelectOption<string>[] => [
  { id: 'UTC', label: 'UTC' },
  { id: DEVICE_TIME_ZONE, label: `This device (${new Intl.DateTimeFormat().resolvedOptions().timeZone})` },
  ...Intl.supportedValuesOf('timeZone')
    .filter((id) => id !== 'UTC')
    .map((id) => ({ id, label: id.replaceAll('_', ' ') })),
]

const NUMBER_OPTIONS: readonly SelectOption<NumberLocale>[] = NUMBER_LOCALES.map((id) => ({
  id,
  label: new Intl.NumberFormat(id).format(EXAMPLE),
}))

/** Now, and a number, as they are written everywhere. */
function Sample() {
  const now = useNow()
  return (
    <span className={tabularNums}>
      {formatExact(now)} · {formatNumber(EXAMPLE, 2)}
    </span>
  )
}

/** The time zone and the way numbers are written. */
export function RegionalSettings() {
  const [{ timeZone, numberLocale = 'en-US' }, setPreferences] = usePreferences()
  const [zones] = useState(zoneOptions)
  return (
    <Card title="Time and numbers" help={<Help of="Time and numbers" topic="region" />} footer={<Sample />}>
      <div className={form}>
        <Select
          label="Time zone"
          hint="For all times on your screens, in every browser. Trading days and exports stay in UTC."
          options={zones}
          value={timeZone ?? DEFAULT_FORMAT.timeZone}
          onChange={(chosen) => setPreferences({ timeZone: chosen })}
        />
        <Select
          label="Numbers"
          options={NUMBER_OPTIONS}
          value={numberLocale}
          onChange={(chosen) => setPreferences({ numberLocale: chosen })}
        />
      </div>
    </Card>
  )
}
