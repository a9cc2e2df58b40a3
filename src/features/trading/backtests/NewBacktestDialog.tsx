import { type SubmitEvent, useId, useState } from 'react'
import type { DataSet } from '#contract/backtests/jobs.ts'
import { BACKTEST } from '#contract/limits.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { Backtests } from '#src/app/services.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { CostFields } from './CostFields.tsx'
import {
  type BacktestForm,
  defaultSpan,
  type FormErrors,
  initialForm,
  requestOf,
  type Testable,
  toDay,
} from './request.ts'

interface BacktestFieldsProps {
  readonly form: BacktestForm
  readonly errors: FormErrors
  /** Those that the strategy can be tested on. */
  readonly sets: readonly DataSet[]
  readonly set: DataSet
  readonly onChange: (part: Partial<BacktestForm>) => void
}

const days = ({ from, to }: DataSet): string => `${toDay(from)} to ${toDay(to - 1)}`

/** Data set, span and costs of a new backtest. */
function BacktestFields({ form, errors, sets, set, onChange }: BacktestFieldsProps) {
  const bounds = { min: toDay(set.from), max: toDay(set.to - 1) }
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={BACKTEST.maxName}
        value={form.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Select
        label="Candles"
        hint={`${days(set)}, UTC`}
        options={sets.map((each) => ({ id: each.id, label: `${PAIRS[each.pair].label} · ${each.label}` }))}
        value={set.id}
        onChange={(id) => {
          const chosen = sets.find((each) => each.id === id)
          if (chosen) onChange({ dataSet: id, ...defaultSpan(chosen) })
        }}
      />
      <CostFields form={form} errors={errors} onChange={onChange}>
        <TextField
          label="From"
          type="date"
          {...bounds}
          value={form.from}
          error={errors.span}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          label="To"
          type="date"
          {...bounds}
          value={form.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </CostFields>
    </>
  )
}

interface NewBacktestProps {
  readonly backtests: Backtests
  /** At least one; several are chosen from. */
  readonly testables: readonly Testable[]
  readonly onClose: () => void
  /** Called with the id of the backtest. */
  readonly onStarted: (id: string) => void
}

const setsFor = ({ pairs }: Testable, sets: readonly DataSet[]) => sets.filter(({ pair }) => pairs.includes(pair))

interface FormProps extends Pick<NewBacktestProps, 'backtests' | 'testables' | 'onStarted'> {
  readonly sets: readonly DataSet[]
  readonly formId: string
  readonly onPending: (isPending: boolean) => void
}

function Form({ backtests, testables, sets, formId, onPending, onStarted }: FormProps) {
  const [chosen, setChosen] = useState(0)
  const testable = testables[chosen] ?? testables[0]
  const usable = testable ? setsFor(testable, sets) : []
  const [form, setForm] = useState(() => initialForm(testable?.name ?? '', usable[0]))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutate, error } = useMutation(backtests.start)
  const set = usable.find(({ id }) => id === form.dataSet) ?? usable[0]

  if (!testable) return <EmptyState title="Nothing to test">Create a strategy first.</EmptyState>
  const result = set && requestOf(form, testable.subject, set)

  async function start() {
    setWasSubmitted(true)
    if (!result || !('request' in result)) return
    onPending(true)
    const started = await mutate(result.request)
    onPending(false)
    if (started?.ok === true) onStarted(started.value)
  }

  function choose(index: number) {
    const next = testables[index]
    if (!next) return
    setChosen(index)
    setForm((current) => ({ ...initialForm(next.name, setsFor(next, sets)[0]), capital: current.capital }))
  }

  return (
    <form
      id={formId}
      className={layout.stack[4]}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void start()
      }}
    >
      {error === undefined ? null : (
        <Alert tone="danger" title="Failed to start the backtest">
          {error.text}
        </Alert>
      )}
      {testables.length > 1 ? (
        <Select
          label="Strategy"
          options={testables.map(({ name, subject }, index) => ({
            id: String(index),
            label: name,
            note: subject.kind === 'template' ? 'Template' : undefined,
          }))}
          value={String(chosen)}
          onChange={(id) => choose(Number(id))}
        />
      ) : null}
      {set ? (
        <BacktestFields
          form={form}
          errors={wasSubmitted && result && 'errors' in result ? result.errors : {}}
          sets={usable}
          set={set}
          onChange={(part) => setForm((current) => ({ ...current, ...part }))}
        />
      ) : (
        <EmptyState title="No candles">This server has no candles of a pair that the strategy trades.</EmptyState>
      )}
    </form>
  )
}

/** Form for a new backtest. */
export function NewBacktestDialog({ backtests, testables, onClose, onStarted }: NewBacktestProps) {
  const formId = useId()
  const sets = useRemoteData(backtests.dataSets)
  const [isPending, setIsPending] = useState(false)
  const [only] = testables.length === 1 ? testables : []
  return (
    <Dialog
      open
      onClose={() => {
        if (!isPending) onClose()
      }}
      title="New Backtest"
      description={only ? `Past candles, with simulated trades: ${only.name}` : 'Past candles, with simulated trades'}
      closeOnOutside={false}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} busyText="Starting...">
            Start Backtest
          </Button>
        </>
      }
    >
      <AsyncContent data={sets} loading="Loading candles..." failed="Failed to load the list of candles" lines={8}>
        {(value) => (
          <Form
            backtests={backtests}
            testables={testables}
            sets={value}
            formId={formId}
            onPending={setIsPending}
            onStarted={onStarted}
          />
        )}
      </AsyncContent>
    </Dialog>
  )
}
