import * as z from 'zod/mini'

/** The zone of this device, which may change while the page is open. */
export const DEVICE_TIME_ZONE = 'device'

/** Ways to write numbers, each with Latin digits. */
export const NUMBER_LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN'] as const
export type NumberLocale = (typeof NUMBER_LOCALES)[number]

export function isTimeZone(name: string): boolean {
  if (name === DEVICE_TIME_ZONE) return true
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const texts = z.array(z.string())

/** What a user chose that goes with the account to every browser; absent means the default. */
export const accountPreferencesSchema = z.object({
  /** How the chart draws support and resistance. */
  zones: z.optional(z.enum(['zones', 'lines', 'off'])),
  /** Whether the chart draws weak levels too. */
  weakLevels: z.optional(z.boolean()),
  /** Whether the chart draws volumes; it does by default. */
  volume: z.optional(z.boolean()),
  /** Whether the chart draws how far the price will be in ten candles; it does by default. */
  moveBands: z.optional(z.boolean()),
  /** Ids of what is drawn on the chart beside the candles. */
  overlays: z.optional(texts),
  /** What was drawn beside the candles, kept by name. */
  indicatorSets: z.optional(z.record(z.string(), texts)),
  /** The charts of the page of charts, as its address has them. */
  charts: z.optional(z.string()),
  /** The same, kept by name. */
  chartLayouts: z.optional(z.record(z.string(), z.string())),
  /** Whether these charts point at one time and move together; they do by default. */
  chartsInStep: z.optional(z.boolean()),
  /** Pairs at the top of the list, in order. */
  pinnedPairs: z.optional(texts),
  /** Linear by default. */
  chartScale: z.optional(z.enum(['linear', 'log', 'percent'])),
  /** Whether the chart opens with more candles, each of them narrower. */
  denseChart: z.optional(z.boolean()),
  /** The user's horizontal lines, prices by pair. */
  chartLines: z.optional(z.record(z.string(), z.array(z.number()))),
  /** Those of them that are neither moved nor deleted on the chart. */
  lockedLines: z.optional(z.record(z.string(), z.array(z.number()))),
  /** The user's shapes by pair, as texts. */
  chartShapes: z.optional(z.record(z.string(), texts)),
  /** The zone that times are shown in: a name of the IANA database, or the device's; UTC by default. */
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'must be a time zone'))),
  /** How numbers are written; en-US by default. */
  numberLocale: z.optional(z.enum(NUMBER_LOCALES)),
  /** The first steps that the user has done. */
  doneSteps: z.optional(texts),
  /** The first steps of a new user are not offered any more. */
  hidesFirstSteps: z.optional(z.boolean()),
})
export type AccountPreferences = z.infer<typeof accountPreferencesSchema>
