// Written by `npm run validators` from contract/messages.ts: change that, not this.

/** True when a parsed JSON value fits a schema. */
export type Validator = (value: unknown) => boolean

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Not Number.isFinite: JSON can say 1e999, and two comparisons are cheaper than a call.
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && value < Number.POSITIVE_INFINITY && value > Number.NEGATIVE_INFINITY

function isConnectionAckDataMarket(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.kind === 'kraken' || value.kind === 'replay' || value.kind === 'simulated') &&
    typeof value.label === 'string' &&
    (value.degraded === undefined || typeof value.degraded === 'string') &&
    isNumber(value.now) &&
    isNumber(value.speed) &&
    value.speed > 0 &&
    Array.isArray(value.pairs) &&
    value.pairs.every((each: unknown) => typeof each === 'string')
  )
}

function isConnectionAckData(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.connection_id === 'string' &&
    (value.heartbeat_interval_ms === undefined || isNumber(value.heartbeat_interval_ms)) &&
    (value.market === undefined || isConnectionAckDataMarket(value.market))
  )
}

function isConnectionAck(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.timestamp) &&
    value.timestamp >= 0 &&
    (value.trading_pair === undefined || typeof value.trading_pair === 'string') &&
    (value.timeframe === undefined || typeof value.timeframe === 'string') &&
    (value.connection_id === undefined || typeof value.connection_id === 'string') &&
    (value.seq === undefined || isNumber(value.seq)) &&
    (value.epoch === undefined || typeof value.epoch === 'string') &&
    (value.message_id === undefined || typeof value.message_id === 'string') &&
    value.type === 'ConnectionAck' &&
    isConnectionAckData(value.data)
  )
}

function isHeartbeat(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.timestamp) &&
    value.timestamp >= 0 &&
    (value.trading_pair === undefined || typeof value.trading_pair === 'string') &&
    (value.timeframe === undefined || typeof value.timeframe === 'string') &&
    (value.connection_id === undefined || typeof value.connection_id === 'string') &&
    (value.seq === undefined || isNumber(value.seq)) &&
    (value.epoch === undefined || typeof value.epoch === 'string') &&
    (value.message_id === undefined || typeof value.message_id === 'string') &&
    value.type === 'Heartbeat'
  )
}

function isLiveUpdateData1PartialCandle(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.timestamp) &&
    value.timestamp >= 0 &&
    isNumber(value.open) &&
    value.open > 0 &&
    isNumber(value.high) &&
    value.high > 0 &&
    isNumber(value.low) &&
    value.low > 0 &&
    isNumber(value.close) &&
    value.close > 0 &&
    isNumber(value.volume) &&
    value.volume >= 0 &&
    typeof value.is_complete === 'boolean' &&
    typeof value.trading_pair === 'string' &&
    isNumber(value.time_remaining_seconds) &&
    value.time_remaining_seconds >= 0
  )
}

function isLiveUpdateData1Provenance(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.market === 'kraken' || value.market === 'replay' || value.market === 'simulated') &&
    isNumber(value.exchange_time) &&
    isNumber(value.received_at) &&
    (value.computed_at === undefined || isNumber(value.computed_at)) &&
    isNumber(value.published_at)
  )
}

function isLiveUpdateData1(value: unknown): boolean {
  return (
    isObject(value) &&
    isLiveUpdateData1PartialCandle(value.partial_candle) &&
    (value.provenance === undefined || isLiveUpdateData1Provenance(value.provenance))
  )
}

function isLiveUpdateData2Data(value: unknown): boolean {
  return (
    isObject(value) &&
    isLiveUpdateData1PartialCandle(value.partial_candle) &&
    (value.provenance === undefined || isLiveUpdateData1Provenance(value.provenance))
  )
}

function isLiveUpdateData2(value: unknown): boolean {
  return isObject(value) && isLiveUpdateData2Data(value.data)
}

function isLiveUpdate(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.timestamp) &&
    value.timestamp >= 0 &&
    (value.trading_pair === undefined || typeof value.trading_pair === 'string') &&
    (value.timeframe === undefined || typeof value.timeframe === 'string') &&
    (value.connection_id === undefined || typeof value.connection_id === 'string') &&
    (value.seq === undefined || isNumber(value.seq)) &&
    (value.epoch === undefined || typeof value.epoch === 'string') &&
    (value.message_id === undefined || typeof value.message_id === 'string') &&
    value.type === 'LiveUpdate' &&
    (isLiveUpdateData1(value.data) || isLiveUpdateData2(value.data))
  )
}

function isMarketOverviewDataPairsElement(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.trading_pair === 'string' &&
    isNumber(value.last) &&
    (value.change_24h_pct === null || isNumber(value.change_24h_pct)) &&
    isNumber(value.high_24h) &&
    isNumber(value.low_24h) &&
    isNumber(value.volume_24h)
  )
}

function isMarketOverviewData(value: unknown): boolean {
  return (
    isObject(value) &&
    Array.isArray(value.pairs) &&
    value.pairs.every((each: unknown) => isMarketOverviewDataPairsElement(each))
  )
}

function isMarketOverview(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.timestamp) &&
    value.timestamp >= 0 &&
    (value.trading_pair === undefined || typeof value.trading_pair === 'string') &&
    (value.timeframe === undefined || typeof value.timeframe === 'string') &&
    (value.connection_id === undefined || typeof value.connection_id === 'string') &&
    (value.seq === undefined || isNumber(value.seq)) &&
    (value.epoch === undefined || typeof value.epoch === 'string') &&
    (value.message_id === undefined || typeof value.message_id === 'string') &&
    value.type === 'MarketOverview' &&
    isMarketOverviewData(value.data)
  )
}

function isSystemStatusDataMarket(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.kind === 'kraken' || value.kind === 'replay' || value.kind === 'simulated') &&
    typeof value.label === 'string' &&
    (value.degraded === undefined || typeof value.degraded === 'string') &&
    isNumber(value.now) &&
    isNumber(value.speed) &&
    value.speed > 0 &&
    Array.isArray(value.pairs) &&
    value.pairs.every((each: unknown) => typeof each === 'string')
  )
}

function isSystemStatusDataStreamsValue(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.length) &&
    (value.last_message_id === null || typeof value.last_message_id === 'string')
  )
}

function isSystemStatusDataStreams(value: unknown): boolean {
  if (!isObject(value)) return false
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !isSystemStatusDataStreamsValue(value[key])) return false
  }
  return true
}

function isSystemStatusData(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.status === 'running' ||
      value.status === 'degraded' ||
      value.status === 'maintenance' ||
      value.status === 'draining') &&
    (value.message === undefined || typeof value.message === 'string') &&
    (value.retry_after_ms === undefined || isNumber(value.retry_after_ms)) &&
    (value.market === undefined || isSystemStatusDataMarket(value.market)) &&
    (value.streams === undefined || isSystemStatusDataStreams(value.streams))
  )
}

function isSystemStatus(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.timestamp) &&
    value.timestamp >= 0 &&
    (value.trading_pair === undefined || typeof value.trading_pair === 'string') &&
    (value.timeframe === undefined || typeof value.timeframe === 'string') &&
    (value.connection_id === undefined || typeof value.connection_id === 'string') &&
    (value.seq === undefined || isNumber(value.seq)) &&
    (value.epoch === undefined || typeof value.epoch === 'string') &&
    (value.message_id === undefined || typeof value.message_id === 'string') &&
    value.type === 'SystemStatus' &&
    isSystemStatusData(value.data)
  )
}

function isAnalyticsUpdateDataProvenance(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.market === 'kraken' || value.market === 'replay' || value.market === 'simulated') &&
    isNumber(value.exchange_time) &&
    isNumber(value.received_at) &&
    (value.computed_at === undefined || isNumber(value.computed_at)) &&
    isNumber(value.published_at)
  )
}

function isAnalyticsUpdateData(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.stream_key === undefined || typeof value.stream_key === 'string') &&
    (value.timestamp === undefined || (isNumber(value.timestamp) && value.timestamp >= 0)) &&
    (value.message_type === undefined || typeof value.message_type === 'string') &&
    (value.provenance === undefined || isAnalyticsUpdateDataProvenance(value.provenance))
  )
}

function isAnalyticsUpdate(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.timestamp) &&
    value.timestamp >= 0 &&
    (value.trading_pair === undefined || typeof value.trading_pair === 'string') &&
    (value.timeframe === undefined || typeof value.timeframe === 'string') &&
    (value.connection_id === undefined || typeof value.connection_id === 'string') &&
    (value.seq === undefined || isNumber(value.seq)) &&
    (value.epoch === undefined || typeof value.epoch === 'string') &&
    (value.message_id === undefined || typeof value.message_id === 'string') &&
    value.type === 'AnalyticsUpdate' &&
    isAnalyticsUpdateData(value.data)
  )
}

/** The validator of each message type. A Map, so that a type named like a member of Object finds nothing. */
export const MESSAGE_VALIDATORS: ReadonlyMap<unknown, Validator> = new Map<unknown, Validator>([
  ['ConnectionAck', isConnectionAck],
  ['Heartbeat', isHeartbeat],
  ['LiveUpdate', isLiveUpdate],
  ['MarketOverview', isMarketOverview],
  ['SystemStatus', isSystemStatus],
  ['AnalyticsUpdate', isAnalyticsUpdate],
])
