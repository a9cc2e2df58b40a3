import { Observable, retry, timer } from 'rxjs'
import { DEFAULT_PAIRS } from '#contract/pairs.ts'
import { backoffMs, errorMessage } from '../backoff.ts'
import type { MarketDeps, MarketSource, SourceEvent } from '../ports.ts'
import type { MarketSettings } from '../settings.ts'
import { createHealthIssues } from '../health-issues.ts'
import { createCandleAssembler } from './candle-assembler.ts'
import { createKrakenRest } from './rest.ts'
import { openSession } from './session.ts'
import { createRejects } from './messages.ts'

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
    async history(pair, timeframe, limit) {
      const candles = await rest.candles(pair, timeframe)
      const last = candles.at(-1)
      if (timeframe === 'M1' && last) assemblers.get(pair)?.startAfter(last)
      return candles.slice(-limit)
    },
    events$,
  }
}
