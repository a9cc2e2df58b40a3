import { BACKTESTS, CANDLES, DEFAULT_BASES, STRATEGIES } from '#contract/paths.ts'

/** Failures by status that follow neither from the policy of a route nor from what it takes. */
type OwnFailures = Readonly<Record<number, string>>

const { tdp, strategy } = DEFAULT_BASES

const BACKTEST_ENDED = { 409: 'The backtest has ended.' }
const IMPORT_ENDED: OwnFailures = { 409: 'The import has ended.' }
const NOT_IN_THIS_STATUS: OwnFailures = { 409: 'The strategy does not have a status in which this can be done.' }

/** By method and path as registered, as in the policy table. */
export const OWN_FAILURES: Readonly<Record<string, OwnFailures>> = {
  [`POST ${tdp}${CANDLES.imports}`]: {
    409: 'As many imports are waiting as may.',
    507: 'There is no room for the file on the disk.',
  },
  [`POST ${tdp}${CANDLES.pauseImport}`]: IMPORT_ENDED,
  [`POST ${tdp}${CANDLES.resumeImport}`]: IMPORT_ENDED,
  [`POST ${tdp}${CANDLES.cancelImport}`]: IMPORT_ENDED,
  [`POST ${strategy}${STRATEGIES.versions}`]: {
    409: 'Another version was saved since, there are as many as there can be, or the status allows no editing.',
  },
  [`PATCH ${strategy}${STRATEGIES.status}`]: NOT_IN_THIS_STATUS,
  [`PATCH ${strategy}${STRATEGIES.archive}`]: NOT_IN_THIS_STATUS,
  [`POST ${strategy}${STRATEGIES.shares}`]: { 409: 'The strategy is shared with as many people as it can be.' },
  [`POST ${strategy}${BACKTESTS.list}`]: { 409: 'As many of your backtests are waiting as may.' },
  [`POST ${strategy}${BACKTESTS.pause}`]: BACKTEST_ENDED,
  [`POST ${strategy}${BACKTESTS.resume}`]: BACKTEST_ENDED,
  [`POST ${strategy}${BACKTESTS.cancel}`]: BACKTEST_ENDED,
}
