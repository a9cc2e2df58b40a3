import { FEATURE_COUNT, FEATURE_VERSION, OUTPUT_CLASSES } from '#contract/models/features.ts'
import type { GraphValue, OnnxFacts } from '#contract/models/inspection.ts'

/** Why a graph cannot be scored: a code and a sentence. */
export interface Incompatibility {
  readonly reason: string
  readonly text: string
}

const shapeOf = ({ type, shape }: GraphValue): string => `${type} [${shape.join(', ')}]`
const isDynamic = (dimension: number | string | undefined): boolean => typeof dimension === 'string'
const widths: readonly number[] = Object.keys(OUTPUT_CLASSES).map(Number)

function checkInput({ inputs }: OnnxFacts): Incompatibility | undefined {
  const needed = `exactly one float32 tensor [N, ${FEATURE_COUNT}] is needed`
  const [input] = inputs
  if (!input || inputs.length !== 1) return { reason: 'inputs', text: `It has ${inputs.length} inputs: ${needed}.` }
  const [rows, width] = input.shape
  const rightWidth = width === FEATURE_COUNT || isDynamic(width)
  if (input.type !== 'float32' || input.shape.length !== 2 || !(rows === 1 || isDynamic(rows)) || !rightWidth) {
    return { reason: 'input_width', text: `Its input "${input.name}" is ${shapeOf(input)}: ${needed}.` }
  }
  return undefined
}

const canHoldProbabilities = ({ type, shape }: GraphValue): boolean => {
  if (type !== 'float32' && type !== 'float64') return false
  if (shape.length === 0) return true
  const [, width] = shape
  return shape.length === 2 && (isDynamic(width) || widths.some((each) => each === width))
}

/** The output that holds the probabilities: preferably one named so, otherwise the first suitable one. */
export function probabilityOutput({ outputs }: Pick<OnnxFacts, 'outputs'>): GraphValue | undefined {
  const fitting = outputs.filter(canHoldProbabilities)
  return fitting.find(({ name }) => /prob/i.test(name)) ?? fitting[0]
}

function checkOutput(facts: OnnxFacts): Incompatibility | undefined {
  const mapped = facts.outputs.find(({ type }) => type === 'sequence' || type === 'map')
  if (facts.operators.includes('ZipMap') || (mapped && !probabilityOutput(facts))) {
    const name = mapped?.name ?? 'probabilities'
    return {
      reason: 'zipmap',
      text: `Its output "${name}" is a ZipMap: export the model with zipmap off, so that it gives a tensor.`,
    }
  }
  if (probabilityOutput(facts)) return undefined
  const given = facts.outputs.map((output) => `"${output.name}" ${shapeOf(output)}`).join(', ') || 'none'
  return {
    reason: 'outputs',
    text: `None of its outputs (${given}) is a float tensor [N, 1], [N, 2] or [N, 3] of probabilities.`,
  }
}

/** All incompatibilities that can be found without running the graph. */
export function incompatibilities(facts: OnnxFacts, externalTensor: string | null): Incompatibility[] {
  const found: Incompatibility[] = []
  if (externalTensor !== null) {
    found.push({
      reason: 'external_data',
      text: `The data of its tensor "${externalTensor}" is in another file: save the model as one file, without external data.`,
    })
  }
  const { feature_version: version } = facts
  if (version !== null && version !== String(FEATURE_VERSION)) {
    found.push({
      reason: 'feature_version',
      text: `It was trained for version ${version} of the feature vector: the server gives version ${FEATURE_VERSION}.`,
    })
  }
  const input = checkInput(facts)
  const output = checkOutput(facts)
  if (input) found.push(input)
  if (output) found.push(output)
  return found
}
