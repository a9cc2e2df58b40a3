import type { FieldMeaning } from '#contract/payloads/fields.ts'
import { meaningAt, payloadSchemaOf } from '#contract/payloads/meanings.ts'
import type { FigureKind } from '#contract/figures.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import type { Unit } from '#contract/units.ts'
import { humanize, isFields } from './fields.ts'
import { unwrapPayload } from './unwrap.ts'

type Step = string | number
type Plain = string | number | boolean | null

/** One value of a payload. */
export interface RawValue {
  /** As the JSON has it: support_levels[0].price. */
  readonly path: string
  /** The same for people: Support levels 1 · Price. */
  readonly name: string
  /** A list of plain values is one text; null for a value that is missing, and '' for an empty list or object. */
  readonly value: Plain
  readonly unit: Unit | undefined
  /** Undefined for a field that the contract does not know. */
  readonly says: string | undefined
}

/** Far more than any payload has. Bounds what a hostile one costs. */
export const MAX_VALUES = 1_000
const MAX_DEPTH = 12
const MAX_TEXT_LENGTH = 2_000

const isPlain = (value: unknown): value is Plain =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const SIMPLE_NAME = /^[A-Za-z_]\w*$/

/** The path of a value inside of a value at `path`. */
function pathOf(path: string, step: Step): string {
  if (typeof step === 'number') return `${path}[${step}]`
  if (!SIMPLE_NAME.test(step)) return `${path}['${step}']`
  return path === '' ? step : `${path}.${step}`
}

const nameOf = (steps: readonly Step[]): string =>
  steps.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name} ${step + 1}`
    const word = humanize(step)
    return name === '' ? word : `${name} · ${word}`
  }, '')

const shorten = (text: string): string => (text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text)

/** What is shown of a value that is not taken apart; undefined for lists and objects with something inside. */
function wholeOf(value: unknown, depth: number): Plain | undefined {
  if (typeof value === 'string') return shorten(value)
  if (isPlain(value)) return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.every(isPlain) ? shorten(value.map(String).join(', ')) : undefined
  return isFields(value) && Object.keys(value).length > 0 ? undefined : ''
}

interface Leaf {
  readonly path: string
  readonly steps: readonly Step[]
  readonly value: Plain
}

const partsOf = (value: unknown): readonly (readonly [Step, unknown])[] => {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item] as const)
  return isFields(value) ? Object.entries(value) : []
}

function collect(value: unknown, path: string, steps: readonly Step[], found: Leaf[]): void {
  if (found.length >= MAX_VALUES) return
  const whole = wholeOf(value, steps.length)
  if (whole !== undefined) found.push({ path, steps, value: whole })
  else for (const [step, part] of partsOf(value)) collect(part, pathOf(path, step), [...steps, step], found)
}

function leavesOf(data: unknown): readonly Leaf[] {
  const { fields } = unwrapPayload(data)
  const found: Leaf[] = []
  if (fields !== undefined) collect(fields, '', [], found)
  return found
}

const KINDS: Partial<Record<FigureKind, string>> = {
  evidence: 'evidence, not a probability',
  measurement: 'a measurement',
}

/** What a value says, with its kind where the phrase does not name it. */
function textOf({ description, kind }: FieldMeaning): string {
  const kindText = kind && KINDS[kind]
  return kindText === undefined ? description : `${description}; ${kindText}`
}

/** A claim of another analysis has a kind too. */
const UNKNOWN_CLAIM = textOf({ description: 'As sent by another analysis', kind: 'evidence' })
const unknownOf = (path: string): string | undefined => (/confiden/i.test(path) ? UNKNOWN_CLAIM : undefined)

/** Every value of a message, with what it says; none if the message has no payload. */
export function rawValues(key: string, data: unknown): readonly RawValue[] {
  const { category, subcategory } = parseStreamKey(key)
  const schema = payloadSchemaOf(category, subcategory)
  return leavesOf(data).map(({ path, steps, value }) => {
    const meaning = schema && meaningAt(schema, steps)
    return { path, name: nameOf(steps), value, unit: meaning?.unit, says: meaning ? textOf(meaning) : unknownOf(path) }
  })
}

/** When a value became what it is: unix ms, and whether it may have been so before. */
export interface LastChange {
  readonly at: number
  readonly isAtLeast: boolean
}

/** One message of a stream; its time in unix ms. */
export interface TimedMessage {
  readonly timestamp: number
  readonly data: unknown
}

const valuesByPath = (data: unknown): ReadonlyMap<string, Plain> =>
  new Map(leavesOf(data).map(({ path, value }) => [path, value]))

/** By path, since when each value of the newest message is the same. Messages are newest first. */
export function lastChanges(messages: readonly TimedMessage[]): ReadonlyMap<string, LastChange> {
  const [newest, ...older] = messages.map(({ timestamp, data }) => ({ timestamp, values: valuesByPath(data) }))
  const changes = new Map<string, LastChange>()
  if (newest === undefined) return changes
  for (const [path, value] of newest.values) {
    const before = older.findIndex(({ values }) => !values.has(path) || values.get(path) !== value)
    const since = before === -1 ? older.at(-1) : older[before - 1]
    changes.set(path, { at: (since ?? newest).timestamp, isAtLeast: before === -1 })
  }
  return changes
}

/** The parts of a message's payload at these paths, as the JSON has them; undefined without any. */
export function partsAt(data: unknown, paths: ReadonlySet<string>): unknown {
  const within = (value: unknown, path: string, depth: number): unknown => {
    if (wholeOf(value, depth) !== undefined) return paths.has(path) ? value : undefined
    const parts = partsOf(value)
      .map(([step, part]) => [step, within(part, pathOf(path, step), depth + 1)] as const)
      .filter(([, part]) => part !== undefined)
    if (parts.length === 0) return undefined
    return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  }
  return within(unwrapPayload(data).fields, '', 0)
}
