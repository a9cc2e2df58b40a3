import { useRef, useState } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import { DEFAULT_PAIR, EXCHANGES } from '#contract/pairs.ts'
import { fromTemplateSchema, NAME_REQUIRED, type StrategyTemplate } from '#contract/strategies/responses.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Select, type SelectOption } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatDateTime } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { useTradingContext } from '../trading-context.ts'
import { COMING_SOON } from '../texts.ts'

const comingSoon = { note: COMING_SOON, disabled: true } as const
const EXCHANGE_OPTIONS: readonly SelectOption<string>[] = [
  { id: 'kraken', label: 'kraken' },
  { id: 'binance', label: 'binance', ...comingSoon },
  { id: 'coinbase', label: 'coinbase', ...comingSoon },
]
const PAIR_OPTIONS: readonly SelectOption<string>[] = [
  { id: 'BTCUSD', label: 'BTCUSD' },
  { id: 'ETHUSD', label: 'ETHUSD', ...comingSoon },
  { id: 'XRPUSD', label: 'XRPUSD', ...comingSoon },
]

interface TemplateDialogProps {
  readonly template: StrategyTemplate
  readonly onClose: () => void
  readonly onCreated: () => void
}

/** Form for the name, exchange and pair of a strategy created from a template. */
export function TemplateDialog({ template, onClose, onCreated }: TemplateDialogProps) {
  const { commands } = useTradingContext()
  const { toasts } = useOverlays()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(() => `${template.name} ${formatDateTime(Date.now())}`)
  const [exchange, setExchange] = useState<string>(EXCHANGES[0])
  const [pair, setPair] = useState<string>(DEFAULT_PAIR)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutate, isPending, error } = useMutation(commands.createFromTemplate)
  const form = fromTemplateSchema.safeParse({ name: name.trim(), exchange, trading_pair: pair })

  async function create() {
    setWasSubmitted(true)
    if (!form.success) return
    const result = await mutate(template.id, form.data)
    if (result?.ok !== true) return
    toasts.success(`Strategy "${form.data.name}" created`)
    onClose()
    onCreated()
  }

  return (
    <FormDialog
      title="Create Strategy from Template"
      description={template.name}
      size="small"
      submit="Create Strategy"
      busyText="Creating..."
      failed="Failed to create strategy"
      isPending={isPending}
      error={error}
      onSubmit={() => void create()}
      onClose={onClose}
      initialFocus={() => nameField.current}
    >
      <TextField
        ref={nameField}
        label="Name"
        required
        maxLength={STRATEGY.maxName}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={wasSubmitted && name.trim() === '' ? NAME_REQUIRED : undefined}
      />
      <Select label="Exchange" options={EXCHANGE_OPTIONS} value={exchange} onChange={setExchange} />
      <Select label="Trading pair" options={PAIR_OPTIONS} value={pair} onChange={setPair} />
    </FormDialog>
  )
}
