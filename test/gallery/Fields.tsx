import { useState } from 'react'
import { Card } from '#src/ui/cards/Card.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { CodeField } from '#src/ui/fields/CodeField.tsx'
import { FilePicker } from '#src/ui/fields/FilePicker.tsx'
import { NamedSets } from '#src/ui/fields/NamedSets.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { columns, row, stack } from './gallery.css.ts'

const PAIRS = [
  { id: 'BTCUSD', label: 'BTC/USD' },
  { id: 'ETHUSD', label: 'ETH/USD', note: 'Coming Soon', disabled: true },
  { id: 'XRPUSD', label: 'XRP/USD', note: 'Coming Soon', disabled: true },
] as const

export function Fields() {
  const [pair, setPair] = useState<(typeof PAIRS)[number]['id']>('BTCUSD')
  const [query, setQuery] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [layouts, setLayouts] = useState<Record<string, string>>({ Majors: '4 charts' })
  const [stop, setStop] = useState<number | null>(2)
  return (
    <Card title="Fields">
      <div className={stack}>
        <div className={columns}>
          <TextField label="Name" placeholder="Placeholder" hint="A hint, under the field." />
          <TextField label="E-mail" defaultValue="nobody" error="Invalid email format" />
          <CodeField method="totp" value="" onChange={() => undefined} />
          <TextField label="Read only" readOnly defaultValue="trader@example.com" />
          <TextField label="Disabled" disabled defaultValue="Not now" />
          <PasswordField label="Password" defaultValue="A secret" autoComplete="off" />
          <PasswordField label="Confirm password" error="Passwords do not match" autoComplete="off" />
          <Select label="Trading pair" options={PAIRS} value={pair} onChange={setPair} />
          <Select label="Nothing chosen" options={PAIRS} value={undefined} onChange={setPair} error="Choose one" />
          <Select label="Disabled list" options={PAIRS} value={pair} onChange={setPair} disabled />
          <SearchField label="Search" value={query} onSearch={setQuery} placeholder="Part of a name" />
          <NumberField label="Stop loss" value={stop} onChange={setStop} min={0} max={100} step={0.5} unit="%" />
          <NumberField label="Disabled number" value={30} onChange={setStop} disabled unit="s" />
        </div>
        <TextAreaField label="Description" defaultValue="More than one line" hint="Grows by hand." />
        <NamedSets
          noun="layout"
          label="Keep these charts as a layout"
          sets={layouts}
          current="2 charts"
          describe={(text) => text}
          onOpen={() => undefined}
          onChange={setLayouts}
        />
        <FilePicker label="Choose files" accept=".json" hint="Or drop them here." onFiles={setFiles} />
        <p>{files.length === 0 ? 'No file chosen' : files.map(({ name }) => name).join(', ')}</p>
        <div className={row}>
          <Checkbox label="Remember me" defaultChecked />
          <Checkbox label="Not yours" disabled />
        </div>
      </div>
    </Card>
  )
}
