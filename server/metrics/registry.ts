import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Health } from '#contract/health.ts'
import { type PairId, PAIRS } from '#contract/pairs.ts'
import type { StrategyMetrics } from '#contract/strategies/activity.ts'
import type { GatewayStats } from '#server/gateway/ports.ts'
import type { RedisState, RedisTime } from '#server/streams/ports.ts'

/** Metrics of the evaluator of strategies. Returns what sets them; they stay at 0 in a process without one. */
function createEvaluatorMetrics(registers: Registry[]) {
  const decisions = new Counter({
    name: 'pairbot_strategy_decisions_total',
    help: 'Decisions of strategies, also those not to trade',
    registers,
  })
  const failures = new Counter({
    name: 'pairbot_strategy_failures_total',
    help: 'Updates of streams on which strategies could not decide',
    registers,
  })
  const unwritten = new Gauge({
    name: 'pairbot_strategy_decisions_unwritten',
    help: 'Decisions that wait to be stored',
    registers,
  })
  const time = new Gauge({
    name: 'pairbot_strategy_evaluation_seconds',
    help: 'Time that the decisions on the last update took',
    registers,
  })
  return (metrics: StrategyMetrics['evaluator'] | undefined): void => {
    decisions.reset()
    decisions.inc(metrics?.evaluations ?? 0)
    failures.reset()
    failures.inc(metrics?.failures ?? 0)
    unwritten.set(metrics?.unwritten ?? 0)
    time.set((metrics?.last_ms ?? 0) / 1000)
  }
}

export interface MetricsDeps {
  readonly readiness: () => Promise<Health>
  readonly socketStats: () => GatewayStats
  /** The pairs whose market and analysis the process runs; none at a gateway. */
  readonly pairs?: () => readonly PairId[]
  /** Counts of the process's evaluator of strategies; absent in a process that has none. */
  readonly evaluator?: () => StrategyMetrics['evaluator'] | undefined
  /** Resolves with the seconds of a round trip to the database; undefined if it did not answer. */
  readonly databaseSeconds?: () => Promise<number | undefined>
  /** The connections to Redis; none without it. */
  readonly redisStates?: () => readonly RedisState[]
}

/** One answered request. `route` is its pattern, so that there are only as many as routes. */
export interface AnsweredRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** What Prometheus reads of the server. No label contains data of a user. */
export interface Metrics {
  readonly contentType: string
  observe(request: AnsweredRequest): void
  observeRedis(time: RedisTime): void
  /** Age of an entry of a stream when this process has it and sends it to its sockets. */
  observeAge(seconds: number): void
  /** The metrics in Prometheus's text format. */
  text(): Promise<string>
}

/** Upper bounds of the latency buckets, in seconds: a cached answer to a slow password hash. */
const LATENCY_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createMetrics(deps: MetricsDeps): Metrics {
  const { readiness, socketStats, redisStates = () => [] } = deps
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'pairbot_http_request_seconds',
    help: 'Time from a request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS_S,
    registers,
  })

  const sockets = new Gauge({ name: 'pairbot_sockets', help: 'Open, acknowledged sockets', registers })
  const waiting = new Gauge({
    name: 'pairbot_socket_messages_waiting',
    help: 'Messages that wait until their client has read earlier ones',
    registers,
  })
  const ages = new Histogram({
    name: 'pairbot_entry_age_seconds',
    help: 'From the publication of an entry to its arrival in this process, before it is written to sockets',
    buckets: LATENCY_BUCKETS_S,
    registers,
  })
  const ended = new Counter({
    name: 'pairbot_socket_connections_ended_total',
    help: 'Connections that the server ended, by cause',
    labelNames: ['cause'],
    registers,
  })
  const total = (name: string, help: string, read: (stats: GatewayStats) => number) => {
    const counter = new Counter({ name: `pairbot_socket_${name}_total`, help, registers })
    return (stats: GatewayStats) => {
      counter.reset()
      counter.inc(read(stats))
    }
  }
  const totals = [
    total('messages_sent', 'Messages written to sockets', ({ sent }) => sent),
    total('messages_conflated', 'Queued messages replaced by newer ones', ({ conflated }) => conflated),
    total('connections_refused', 'Connections refused before they were acknowledged', ({ refused }) => refused),
    total('bad_frames', 'Frames of clients that were invalid or too many', ({ badFrames }) => badFrames),
  ]
  function setSockets(stats: GatewayStats) {
    sockets.set(stats.clients)
    waiting.set(stats.waiting)
    for (const set of totals) set(stats)
    ended.reset()
    for (const [cause, count] of Object.entries(stats.dropped)) ended.inc({ cause }, count)
  }

  const gauge = (name: string, help: string, read: (health: Health) => number) => {
    const instance = new Gauge({ name: `pairbot_${name}`, help, registers })
    return (health: Health) => instance.set(read(health))
  }
  const healthGauges = [
    gauge('ready', '1 if the server can do its work, 0.5 if degraded, 0 if not', ({ status }) => READY[status]),
    gauge('leader', 'Whether the process runs market and analysis', ({ leadership }) =>
      Number(leadership?.status === 'leader'),
    ),
    gauge(
      'leader_token',
      'Grows with each change of the leader; 0 before the first',
      ({ leadership }) => leadership?.token ?? 0,
    ),
    gauge(
      'leader_since_seconds',
      'When the process began to lead, unix time; 0 before',
      ({ leadership }) => (leadership?.since ?? 0) / 1000,
    ),
    gauge('writes_accepted', 'Whether changes and sign-ins are accepted', ({ writes }) =>
      Number(writes.status === 'accepted'),
    ),
    gauge(
      'bus_connected',
      'Whether the processes can tell each other what changed; 1 if there is one process',
      ({ bus }) => Number(bus.status !== 'disconnected'),
    ),
    gauge(
      'bus_latency_seconds',
      'Time an event between processes takes; -1 if it is not measured',
      ({ bus: { latency_ms: latency } }) => (latency === null ? -1 : latency / 1000),
    ),
    gauge(
      'bus_reconnects',
      'Number of times the connection between the processes was lost',
      ({ bus }) => bus.reconnects,
    ),
    gauge('disk_free_bytes', 'Free space on the volume of the data directory; -1 where there is none', ({ disk }) =>
      disk === undefined ? -1 : disk.free_mib * 1_048_576,
    ),
    gauge(
      'market_data_age_seconds',
      'Age of the newest data of the pair that has waited longest; -1 before the first',
      ({ market_data: data }) => data.age_s ?? -1,
    ),
    gauge('models_file_missing', 'Models whose file is missing', ({ models }) => models?.file_missing ?? 0),
    gauge(
      'event_loop_worst_lag_seconds',
      'The longest time the event loop was blocked within the last minute',
      ({ event_loop: loop }) => loop.worst_lag_ms / 1000,
    ),
  ]
  const redisTimes = new Histogram({
    name: 'pairbot_redis_seconds',
    help: 'writer: until Redis had stored a batch of entries; reader: until an entry of this process came back',
    labelNames: ['role'],
    buckets: LATENCY_BUCKETS_S,
    registers,
  })
  const redisConnected = new Gauge({
    name: 'pairbot_redis_connected',
    help: 'Whether the connection to Redis can be used',
    labelNames: ['role'],
    registers,
  })
  const redisLosses = new Counter({
    name: 'pairbot_redis_connections_lost_total',
    help: 'Times that the connection to Redis was lost',
    labelNames: ['role'],
    registers,
  })
  function setRedis(states: readonly RedisState[]) {
    redisLosses.reset()
    for (const { role, connected, losses } of states) {
      redisConnected.set({ role }, Number(connected))
      redisLosses.inc({ role }, losses)
    }
  }
  const pairGauge = (name: string, help: string) =>
    new Gauge({ name: `pairbot_pair_${name}`, help, labelNames: ['pair'], registers })
  const pairLeader = pairGauge('leader', 'Whether the process runs market and analysis of the pair')
  const pairStandby = pairGauge('standby', 'Whether the process waits to take the pair over')
  function setPairs({ leadership }: Health) {
    for (const id of deps.pairs?.() ?? []) {
      const pair = PAIRS[id].label
      pairLeader.set({ pair }, Number(leadership?.status === 'leader'))
      pairStandby.set({ pair }, Number(leadership?.status === 'standby'))
    }
  }
  const databaseTime = new Gauge({
    name: 'pairbot_database_seconds',
    help: 'Round trip to the database, measured for this answer; -1 if it did not answer',
    registers,
  })
  const evaluated = createEvaluatorMetrics(registers)
  const info = new Gauge({
    name: 'pairbot_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'role', 'engine', 'market'],
    registers,
  })

  return {
    contentType: registry.contentType,
    observe({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds)
    },
    observeAge: (seconds) => ages.observe(seconds),
    observeRedis({ role, seconds }) {
      redisTimes.observe({ role }, seconds)
    },
    async text() {
      const health = await readiness()
      setSockets(socketStats())
      setRedis(redisStates())
      for (const set of healthGauges) set(health)
      setPairs(health)
      databaseTime.set((await deps.databaseSeconds?.()) ?? -1)
      evaluated(deps.evaluator?.())
      info.reset()
      const { version, role, database, market } = health
      info.set({ version, role, engine: database.engine, market: market.kind }, 1)
      return registry.metrics()
    },
  }
}

const READY = { healthy: 1, degraded: 0.5, error: 0 } as const
