import { PAIR_IDS } from '../pairs.ts'
import { ANALYSIS_TIMEFRAMES, INTERVALS, TIMEFRAMES } from '../timeframes.ts'
import type { Unit } from '../units.ts'

/** What the API reference says of a parameter of a path, query or header. */
export interface Parameter {
  readonly description: string
  readonly unit?: Unit
  /** Names that it knows; others, such as further spellings, may be accepted too. */
  readonly values?: readonly string[]
}

/** Of candles, which spell timeframes as sockets do. */
export const INTERVAL: Parameter = { description: 'Length of a candle', values: INTERVALS }

/** By name: a name means the same wherever it is taken, unless an endpoint says otherwise. */
export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  action: { description: 'Only entries of this action' },
  alert_id: { description: 'Only what this alert is about' },
  allow_gaps: { description: 'Whether candles more than a year apart are accepted' },
  audience: { description: 'Whom it is shared with: an address, or all Viewers' },
  before: { description: 'Only candles that opened before this time', unit: 'unix seconds' },
  class: { description: 'Only cases of this class' },
  code: { description: 'Code of the invitation' },
  confidence_threshold: { description: 'Leaves out signals below it', unit: 'share' },
  count: { description: 'Most entries to return', unit: 'count' },
  decisionId: { description: 'Id of the decision' },
  email: { description: 'Only of this address' },
  format: { description: 'Format of the file' },
  hours: { description: 'How far back', unit: 'hours' },
  hours_back: { description: 'How far back', unit: 'hours' },
  id: { description: 'Id of what the path names before it' },
  'idempotency-key': { description: 'A repeated request with the same key returns the first result' },
  ip_address: { description: 'Only from this address' },
  has_factor: { description: 'Those who have a second factor, or those who have none' },
  is_active: { description: 'Only active ones, or only others' },
  is_revoked: { description: 'Only revoked ones, or only others' },
  limit: { description: 'Most rows to return', unit: 'count' },
  month: { description: 'Only of this month, YYYY-MM' },
  name: { description: 'Name of the file' },
  page: { description: 'Page of the list, from 1' },
  page_size: { description: 'Rows of a page', unit: 'count' },
  pair: { description: 'A pair; BTC/USD and XBTUSD are accepted too', values: PAIR_IDS },
  resolved: { description: 'Only resolved ones, or only others' },
  role: { description: 'Only of this role' },
  search: { description: 'Only those in which this text is found' },
  severity: { description: 'Only of this severity' },
  since: { description: 'Only candles that opened at this time or later', unit: 'unix seconds' },
  sort: { description: 'Field to sort by; descending after -' },
  source: { description: 'Where the data is from' },
  status: { description: 'Status: the new one of a change, of a list the only one to return' },
  strategy_id: { description: 'Only of this strategy' },
  streamKey: { description: 'Key of the stream' },
  success: { description: 'Only successful attempts, or only failed ones' },
  templateId: { description: 'Id of the template' },
  timeframe: { description: 'Length of a candle; 1m is accepted too', values: TIMEFRAMES },
  timeframes: { description: `Separated by commas, of ${ANALYSIS_TIMEFRAMES.join(', ')}` },
  type: { description: 'Only decisions of this type' },
  user_id: { description: 'Only of this user' },
  version_number: { description: 'Version of the strategy; its newest if absent' },
  versionNumber: { description: 'Version of the strategy' },
}
