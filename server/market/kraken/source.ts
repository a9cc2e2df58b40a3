import { Observable, retry, timer } from 'rxjs'
import { PAIR_IDS } from '#contract/pairs.ts'
import { backoffMs, reasonOf } from '../backoff.ts'
import type { MarketDeps, MarketSource, SourceEvent } from '../ports.ts'
import type { MarketSettings } from '../settings.ts'
import { createTroubles } from '../troubles.ts'
import { createPairDesk } from './desk.ts'
import { createRejects } from './rejects.ts'
import { createKrakenRest } from './rest.ts'
import { openSession } from './session.ts'

const RECONNECT = { baseMs: 1_000, capMs: 30_000 }

/** The live market of Kraken: minutes over the socket, the past over REST. Needs no key. */
export function createKrakenSource(
  settings: Pick<MarketSettings, 'krakenWs' | 'krakenRest'>,
  deps: MarketDeps,
): MarketSource {
  const rest = createKrakenRest(settings.krakenRest, deps)
  const rejects = createRejects(deps.log)
  let tell: (reason: string | undefined) => void = () => undefined
  const troubles = createTroubles((reason) => tell(reason))
  // Outlive connections: what was closed stays closed, whatever a new snapshot repeats.
  const desks = new Map(PAIR_IDS.map((pair) => [pair, createPairDesk(pair, rest, deps, troubles)]))

  const events$ = new Observable<SourceEvent>((subscriber) => {
    let failures = 0
    tell = (reason) => subscriber.next(reason === undefined ? { kind: 'recovered' } : { kind: 'degraded', reason })

    function delivered(): void {
      failures = 0
      troubles.clear('connection')
    }

    subscriber.add(
      openSession({ ...deps, url: settings.krakenWs, desks, troubles, rejects, delivered })
        .pipe(
          retry({
            delay(error) {
              failures += 1
              const reason = reasonOf(error)
              deps.log.warn({ reason, failures }, 'kraken: connection lost')
              troubles.set('connection', `No connection to Kraken: ${reason}. Trying again.`)
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
    pairs: PAIR_IDS,
    get notices() {
      return rejects.notices()
    },
    clock: { now: deps.now, speed: 1 },
    async history(pair, timeframe, limit) {
      const candles = await rest.candles(pair, timeframe)
      const last = candles.at(-1)
      if (timeframe === 'M1' && last) desks.get(pair)?.startAfter(last)
      return candles.slice(-limit)
    },
    events$,
  }
}
