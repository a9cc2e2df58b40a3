import { CANDLES, DEFAULT_BASES } from '#contract/paths.ts'

/** Failures of single endpoints, by status, that their policy and parameters do not imply. */
type OwnFailures = Readonly<Record<number, string>>

const { tdp } = DEFAULT_BASES

const IMPORT_ENDED: OwnFailures = { 409: 'The import has ended.' }

/** By method and path as registered, as in the policy table. */
export const OWN_FAILURES: Readonly<Record<string, OwnFailures>> = {
  [`POST ${tdp}${CANDLES.imports}`]: {
    409: 'As many imports are waiting as may.',
    507: 'There is no room for the file on the disk.',
  },
  [`POST ${tdp}${CANDLES.pauseImport}`]: IMPORT_ENDED,
  [`POST ${tdp}${CANDLES.resumeImport}`]: IMPORT_ENDED,
  [`POST ${tdp}${CANDLES.cancelImport}`]: IMPORT_ENDED,
}
