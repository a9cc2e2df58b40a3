import { DEFAULT_PAIRS, labelsOf, type PairId } from '#contract/pairs.ts'
import { errorMessage, backoffMs } from './backoff.ts'
import { createKrakenRest } from './kraken/rest.ts'
import type { MarketDeps, MarketSource, SourceEvent } from './ports.ts'
import { readRecording, formatIssue } from './replay/recording.ts'
import { createReplaySource } from './replay/source.ts'
import { MarketSettingsError, type MarketSettings } from './settings.ts'
import { createSimulatedSource } from './simulated/source.ts'
import {
  firstValueFrom,
  forkJoin,
  from,
  defer,
  filter,
  map,
  of,
  catchError,
  take,
  timeout,
  Observable,
  retry,
  timer,
} from 'rxjs'
import { connectSocket } from './kraken/socket.ts'
import { createKrakenProbe } from './kraken/probe.ts'
import { createHealthIssues } from './health-issues.ts'
import { createCandleAssembler } from './kraken/candle-assembler.ts'
import { openSession } from './kraken/session.ts'
import { createRejects } from './kraken/messages.ts'

const RECONNECT = { baseMs: 1_000, capMs: 30_000 }

/** The live market of Kraken: minutes over the socket, history over REST. Needs no API key. */
export function createKrakenSource(
  settings: Pick<MarketSettings, 'krakenWs' | 'krakenRest'> & Partial<Pick<MarketSettings, 'pairs'>>,
  deps: MarketDeps,
): MarketSource {
  const pairs = settings.pairs ?? DEFAULT_PAIRS
  const rest = createKrakenRest(settings.krakenRest, deps)
  const rejects = createRejects(deps.log)
  let notify: (reason: string | undefined) => void = () => undefined
  const issues = createHealthIssues((reason) => notify(reason))
  // Assemblers outlive connections: a closed minute stays closed, whatever a new snapshot repeats.
  const assemblers = new Map(pairs.map((pair) => [pair, createCandleAssembler(pair, rest, deps, issues)]))

  const events$ = new Observable<SourceEvent>((subscriber) => {
    let failures = 0
    notify = (reason) => subscriber.next(reason === undefined ? { kind: 'recovered' } : { kind: 'degraded', reason })

    function onRows(): void {
      failures = 0
      issues.clear('connection')
    }

    subscriber.add(
      openSession({ ...deps, url: settings.krakenWs, assemblers, issues, rejects, onRows })
        .pipe(
          retry({
            delay(error) {
              failures += 1
              const reason = errorMessage(error)
              deps.log.warn({ reason, failures }, 'kraken: connection lost')
              issues.set('connection', `No connection to Kraken: ${reason}. Trying again.`)
              return timer(backoffMs(RECONNECT, failures, deps.random), deps.scheduler)
            },
          }),
        )
        .subscribe(subscriber),
    )
  })

  return {
    kind: 'kraken',
    label: 'Live · Kraken',
    pairs,
    get notices() {
      return rejects.notices()
    },
    clock: { now: deps.now, speed: 1 },
    probe: createKrakenProbe(settings.krakenWs, deps.now),
    async history(pair, timeframe, limit) {
      const candles = await rest.candles(pair, timeframe)
      const last = candles.at(-1)
      if (timeframe === 'M1' && last) assemblers.get(pair)?.startAfter(last)
      return [candles.slice(-limit)]
    },
    events$,
  }
}

const TIMEOUT_MS = 5_000

/** True when both of Kraken's interfaces respond within five seconds. */
function isKrakenReachable(
  settings: Pick<MarketSettings, 'krakenWs' | 'krakenRest'>,
  deps: Pick<MarketDeps, 'scheduler'>,
): Promise<boolean> {
  const rest$ = defer(() => from(createKrakenRest(settings.krakenRest, deps).ping()))
  const firstFrame$ = connectSocket(settings.krakenWs).pipe(
    filter(({ kind }) => kind === 'frame'),
    take(1),
  )
  return firstValueFrom(
    forkJoin([rest$, firstFrame$]).pipe(
      map(() => true),
      timeout({ first: TIMEOUT_MS, scheduler: deps.scheduler, with: () => of(false) }),
      catchError(() => of(false)),
    ),
    { defaultValue: false },
  )
}

/** A market, of which a process may run some pairs only. */
export interface ChosenSource extends MarketSource {
  /** The same market with these pairs. */
  only(pairs: readonly PairId[]): MarketSource
}

const chosen = (open: (pairs?: readonly PairId[]) => MarketSource): ChosenSource =>
  Object.assign(open(), { only: open })

/**
 * Creates the source named in the settings. `auto` may take up to five seconds to decide, so do other work in the
 * meantime. Rejects with a `MarketSettingsError` when the recording or the pairs cannot be used.
 */
export async function createSource(settings: MarketSettings, deps: MarketDeps): Promise<ChosenSource> {
  switch (settings.market) {
    case 'simulated':
      return chosen((pairs = settings.pairs) => createSimulatedSource(String(settings.seed), deps, pairs))
    case 'kraken':
      await checkListed(settings, deps)
      return chosen((pairs = settings.pairs) => createKrakenSource({ ...settings, pairs }, deps))
    case 'replay':
      return openReplay(settings, deps)
    case 'auto':
      return createSource(
        { ...settings, market: (await isKrakenReachable(settings, deps)) ? 'kraken' : 'simulated' },
        deps,
      )
  }
}

/** Refuses pairs that Kraken does not list. While its list cannot be read, the pairs that Pairbot knows have to do. */
async function checkListed({ pairs, krakenRest }: MarketSettings, deps: MarketDeps): Promise<void> {
  if (pairs === undefined) return
  const unlisted = await createKrakenRest(krakenRest, deps)
    .unlisted(pairs)
    .catch((error: unknown) => {
      deps.log.warn({ reason: errorMessage(error) }, "kraken: the pairs could not be checked against Kraken's list")
      return []
    })
  if (unlisted.length === 0) return
  throw new MarketSettingsError(`PAIRBOT_PAIRS: Kraken does not list ${labelsOf(unlisted)}`)
}

async function openReplay({ replay, replaySpeed, pairs }: MarketSettings, deps: MarketDeps): Promise<ChosenSource> {
  if (!replay) throw new MarketSettingsError('PAIRBOT_REPLAY: a replay needs a candle file or a folder')
  const recording = await readRecording(replay)
  for (const issue of recording.issues) deps.log.warn({ ...issue }, `replay: ${formatIssue(issue)}`)
  return chosen((wanted = pairs) => {
    if (wanted === undefined) return createReplaySource(recording, replaySpeed, deps)
    const minutes = new Map([...recording.minutes].filter(([pair]) => wanted.includes(pair)))
    if (minutes.size === 0)
      throw new MarketSettingsError(`PAIRBOT_PAIRS: the recording has none of ${wanted.join(', ')}`)
    return createReplaySource({ ...recording, minutes }, replaySpeed, deps)
  })
}
