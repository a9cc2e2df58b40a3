import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor, env } from 'onnxruntime-web'
import { readOnnx } from '../inspection/onnx.ts'
import { probabilityOutput } from './compatibility.ts'
import type { Inputs, Tensors } from './protocol.ts'

env.wasm.numThreads = 1
env.logLevel = 'fatal'

/** A loaded model with the names of its input and output. */
export interface Session {
  readonly session: InferenceSession
  readonly input: string
  readonly output: string
}

const MAX_ERROR = 300

/** A place in the runtime's own source, such as `/build/core/math.h:563 void Iterator::Init(long, long) `. */
const SOURCE_PLACE = /\S+\.(?:h|hpp|cc|cpp):\d+ (?:[^()]*\([^()]*\) )?/g

/** The runtime's error message as one short line, without places in its source. */
export function runtimeMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .replace(/\s+/g, ' ')
    .replace(/^.*(?:ERROR_MESSAGE|Status Message): /, '')
    .replace(SOURCE_PLACE, '')
    .slice(0, MAX_ERROR)
    .trim()
}

export async function openSession(bytes: Uint8Array): Promise<Session> {
  const session = await InferenceSession.create(bytes, { executionProviders: ['wasm'], logSeverityLevel: 4 })
  const { facts } = readOnnx(bytes)
  const [input = ''] = session.inputNames
  return { session, input, output: probabilityOutput(facts)?.name ?? '' }
}

/** Loads a model file. Throws if its hash has changed since the upload. */
export async function openFile(path: string, sha256: string): Promise<Session> {
  const bytes = await readFile(path)
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256) throw new Error('the file on disk is not the one that was uploaded')
  return openSession(bytes)
}

/** 64-bit integers arrive as BigInt; plain numbers can cross threads and JSON. */
const toNumbers = (data: Tensor['data']): number[] => Array.from(data, Number)

/** Runs a session and returns only the named outputs. */
export async function run({ session }: Session, inputs: Inputs, outputs: readonly string[]): Promise<Tensors> {
  const feeds = Object.fromEntries(
    Object.entries(inputs).map(([name, { data, dims }]) => [name, new Tensor('float32', data, dims)]),
  )
  const results = await session.run(feeds, [...outputs])
  return Object.fromEntries(
    Object.entries(results).map(([name, tensor]) => {
      const value = { dims: [...tensor.dims], data: toNumbers(tensor.data) }
      tensor.dispose()
      return [name, value]
    }),
  )
}

/** Scores one feature vector; returns one row of probabilities. */
export async function score(session: Session, vector: Float32Array): Promise<readonly number[]> {
  const results = await run(session, { [session.input]: { data: vector, dims: [1, vector.length] } }, [session.output])
  return results[session.output]?.data ?? []
}
