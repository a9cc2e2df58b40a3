import type { GraphValue, Inspection, OnnxFacts, PickleFacts } from '#contract/models/inspection.ts'
import type { ActivationChange } from '#contract/models/model.ts'
import type { ListedModel, ModelDetails } from '#contract/models/view-model.ts'
import { hasFile } from '#src/machines/models/machine.ts'
import { DETAILS_FAILED } from '#src/machines/models/texts.ts'
import { FOCUSABLE } from '#src/ui/attributes.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { type KeyValue, KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatMegabytes, formatNumber, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatDateTime, formatExact } from '#src/ui/format/time.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { MetricsSection } from './MetricsSection.tsx'
import { activeTone } from './model-labels.ts'
import * as css from './models.css.ts'

const valueText = ({ name, type, shape }: GraphValue): string => `${name}: ${type} [${shape.join(', ')}]`
const lines = (texts: readonly string[]) =>
  texts.length === 0 ? NOT_AVAILABLE : texts.map((text) => <div key={text}>{text}</div>)

function OnnxInspection({ onnx, trialMs }: { readonly onnx: OnnxFacts; readonly trialMs: number | null }) {
  return (
    <KeyValueList
      items={[
        { label: 'Producer', value: onnx.producer || NOT_AVAILABLE },
        { label: 'Opset', value: onnx.opsets.map(({ domain, version }) => `${domain} ${version}`).join(', ') },
        { label: 'Inputs', value: lines(onnx.inputs.map(valueText)), mono: true },
        { label: 'Outputs', value: lines(onnx.outputs.map(valueText)), mono: true },
        { label: 'Operators', value: onnx.operators.join(', ') },
        { label: 'Feature vector', value: onnx.feature_version ?? 'not specified' },
        {
          label: 'Inference time in the smoke test',
          value: trialMs === null ? NOT_AVAILABLE : `${formatNumber(trialMs, 2)} ms`,
        },
      ]}
    />
  )
}

function PickleInspection({ pickle }: { readonly pickle: PickleFacts }) {
  return (
    <>
      <KeyValueList
        items={[
          { label: 'Pickle protocol', value: pickle.compression === null ? pickle.protocol : NOT_AVAILABLE },
          { label: 'Compression', value: pickle.compression ?? 'none' },
          { label: 'Fully parsed', value: pickle.complete ? 'yes' : 'no' },
        ]}
      />
      <p>Imports when loaded:</p>
      <ul className={css.imports} aria-label="Imports" {...FOCUSABLE}>
        {pickle.imports.length === 0 ? <li>none found</li> : null}
        {pickle.imports.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}

/** Results of the static inspection of the file. */
function InspectionSection({ inspection }: { readonly inspection: Inspection }) {
  const { sha256, warnings, onnx, pickle, trial_ms: trialMs } = inspection
  return (
    <>
      {warnings.map((warning) => (
        <Alert key={warning} tone={pickle?.dangerous.length ? 'danger' : 'warning'}>
          {warning}
        </Alert>
      ))}
      <KeyValueList items={[{ label: 'SHA-256', value: sha256, mono: true }]} />
      {onnx === null ? null : <OnnxInspection onnx={onnx} trialMs={trialMs} />}
      {pickle === null ? null : <PickleInspection pickle={pickle} />}
    </>
  )
}

interface HistorySectionProps {
  readonly history: readonly ActivationChange[]
  readonly isRollingBack: boolean
  readonly onRollBack: (change: ActivationChange) => void
}

const changeLabel = ({ change, rolled_back: rolledBack }: ActivationChange): string =>
  `${change === 'activated' ? 'Activated' : 'Deactivated'}${rolledBack === null ? '' : ' by rollback'}`

type RollBackProps = Pick<HistorySectionProps, 'isRollingBack' | 'onRollBack'>

const historyColumns = ({ isRollingBack, onRollBack }: RollBackProps): Column<ActivationChange>[] => [
  { id: 'change', header: 'Change', cell: changeLabel },
  { id: 'by', header: 'By', cell: ({ by }) => <span className={css.wrapping}>{by}</span> },
  {
    id: 'at',
    header: `At (${zoneName()})`,
    cell: ({ at }) => <span className={css.wrapping}>{formatDateTime(Date.parse(at))}</span>,
    numeric: true,
  },
  {
    id: 'back',
    header: 'Roll back',
    cell: (change) => (
      <Button size="small" disabled={isRollingBack} onClick={() => onRollBack(change)}>
        Restore
      </Button>
    ),
  },
]

/** Activations of a model. Each can be rolled back, together with every change after it. */
function HistorySection({ history, ...rollBack }: HistorySectionProps) {
  return (
    <section className={css.section} aria-label="Activation History">
      <h3 className={css.heading}>Activation History</h3>
      <Table
        caption="Activation history"
        columns={historyColumns(rollBack)}
        rows={history}
        rowKey={({ id }) => id}
        empty="Never activated"
      />
    </section>
  )
}

export interface DetailsDialogProps {
  /** From the list: shown until the details are loaded. */
  readonly model: ListedModel
  /** Undefined until loaded. */
  readonly details: ModelDetails | undefined
  readonly failure: string | undefined
  readonly isLoading: boolean
  readonly isSwitching: boolean
  readonly isRollingBack: boolean
  readonly onSwitch: () => void
  readonly onRollBack: (change: ActivationChange) => void
  readonly onRetry: () => void
  readonly onClose: () => void
}

const nonEmpty = (items: readonly (Omit<KeyValue, 'value'> & { readonly value: string | undefined })[]): KeyValue[] =>
  items
    .filter(({ value }) => value !== undefined && value !== '')
    .map(({ value = '', ...item }) => ({ ...item, value }))

function Info({ model, uploadedBy }: { readonly model: ListedModel; readonly uploadedBy: string | undefined }) {
  const { id, description, isActive, createdAt, updatedAt } = model
  return (
    <section className={css.section} aria-label="Info">
      <h3 className={css.heading}>Info</h3>
      <KeyValueList
        items={[
          {
            label: 'Status',
            value: <Badge tone={activeTone(model)}>{isActive ? 'Active' : 'Inactive'}</Badge>,
          },
          ...(hasFile(model) ? [] : [{ label: 'File missing', value: model.scoring?.reason ?? '' }]),
          ...nonEmpty([
            { label: 'ID', value: id, mono: true },
            { label: 'Description', value: description },
            { label: 'Created', value: formatExact(createdAt) },
            { label: 'Updated', value: formatExact(updatedAt) },
            { label: 'Uploaded by', value: uploadedBy },
          ]),
        ]}
      />
    </section>
  )
}

function Technical({ model, details }: Pick<DetailsDialogProps, 'model' | 'details'>) {
  const { modelType, timeframe, pair, exchange, format, fileName, sizeBytes } = model
  const claimed = Object.entries(details?.claimed ?? {})
  return (
    <section className={css.section} aria-label="Technical Details">
      <h3 className={css.heading}>Technical Details</h3>
      <KeyValueList
        items={nonEmpty([
          { label: 'Type', value: modelType },
          { label: 'Timeframe', value: timeframe },
          { label: 'Pair', value: pair && formatSymbol(pair) },
          { label: 'Exchange', value: exchange },
          { label: 'Format', value: format },
          { label: 'File', value: fileName },
          { label: 'Size', value: sizeBytes === undefined ? undefined : formatMegabytes(sizeBytes) },
        ])}
      />
      {details?.inspection === undefined ? null : <InspectionSection inspection={details.inspection} />}
      {claimed.length === 0 ? null : (
        <>
          <p className={layout.muted}>Provided by the uploader, not verified:</p>
          <KeyValueList items={claimed.map(([label, value]) => ({ label, value: String(value) }))} />
        </>
      )}
    </section>
  )
}

function MetricsAndHistory({ details, failure, isLoading, isRollingBack, onRollBack, onRetry }: DetailsDialogProps) {
  if (!details && failure !== undefined) {
    return (
      <ErrorState message={DETAILS_FAILED} onRetry={onRetry} busy={isLoading}>
        {failure}
      </ErrorState>
    )
  }
  if (!details) return <Skeleton height="160px" />
  return (
    <>
      <MetricsSection metrics={details.metrics} />
      <HistorySection history={details.history} isRollingBack={isRollingBack} onRollBack={onRollBack} />
    </>
  )
}

/** All details of a model, with a button to activate or deactivate it. */
export function DetailsDialog(props: DetailsDialogProps) {
  const { model, details, isSwitching, onSwitch, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title={model.name}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            busy={isSwitching}
            disabled={!(model.isActive || hasFile(model))}
            onClick={onSwitch}
          >
            {model.isActive ? 'Deactivate' : 'Activate'}
          </Button>
        </>
      }
    >
      <div className={layout.stack[4]}>
        <div className={css.columns}>
          <Info model={model} uploadedBy={details?.uploadedBy} />
          <Technical model={model} details={details} />
        </div>
        <MetricsAndHistory {...props} />
      </div>
    </Dialog>
  )
}
