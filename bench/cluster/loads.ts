import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { numericString } from '#contract/numeric-strings.ts'

/** Sockets that each get `rate` messages a second. */
export interface Load {
  readonly sockets: number
  readonly rate: number
  readonly seconds: number
}

export interface Options {
  readonly loads: readonly Load[]
  /** Of the bare server; 0 to leave it out. */
  readonly bareSeconds: number
  /** Whether to measure what a pair costs at the live rate, instead of sockets. */
  readonly pairs: boolean
  /** Whether the sockets go through the proxy instead of straight to the gateways. */
  readonly throughProxy: boolean
}

const DEFAULTS: readonly Load[] = [
  { sockets: 2_000, rate: 20, seconds: 600 },
  { sockets: 5_000, rate: 10, seconds: 60 },
  { sockets: 10_000, rate: 2, seconds: 60 },
]
const BARE_SECONDS = 30

export const nameOf = ({ sockets, rate }: Pick<Load, 'sockets' | 'rate'>): string => `${sockets}x${rate}`

const count = z.optional(numericString('must be a number').check(z.int('must be a whole number'), z.gte(0)))
const optionsSchema = z.object({
  sockets: count,
  rate: count,
  seconds: count,
  'bare-seconds': count,
  only: z.optional(z.string()),
  pairs: z.optional(z.boolean()),
  'through-proxy': z.optional(z.boolean()),
})

/** The words after the command. `--sockets` and `--rate` make one load of their own; `--only` takes some of the default ones. */
export function parseOptions(words: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...words],
    options: {
      sockets: text,
      rate: text,
      seconds: text,
      'bare-seconds': text,
      only: text,
      pairs: { type: 'boolean' },
      'through-proxy': { type: 'boolean' },
    },
  })
  const given = z.parse(optionsSchema, values)
  const own = given.sockets !== undefined || given.rate !== undefined
  const [standard = { sockets: 2_000, rate: 20, seconds: 600 }] = DEFAULTS
  const chosen = own
    ? [{ ...standard, sockets: given.sockets ?? standard.sockets, rate: given.rate ?? standard.rate }]
    : DEFAULTS.filter((load) => given.only === undefined || given.only.split(',').includes(nameOf(load)))
  if (chosen.length === 0) throw new Error(`--only: one or more of ${DEFAULTS.map(nameOf).join(', ')}`)
  return {
    loads: chosen.map((load) => ({ ...load, seconds: given.seconds ?? load.seconds })),
    bareSeconds: given['bare-seconds'] ?? BARE_SECONDS,
    pairs: given.pairs ?? false,
    throughProxy: given['through-proxy'] ?? false,
  }
}
