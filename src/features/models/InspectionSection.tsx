import type { GraphValue, Inspection, OnnxFacts, PickleFacts } from '#contract/models/inspection.ts'
import { FOCUSABLE } from '#src/ui/attributes.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatNumber, NOT_AVAILABLE } from '#src/ui/format/number.ts'
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
export function InspectionSection({ inspection }: { readonly inspection: Inspection }) {
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
