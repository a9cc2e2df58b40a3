import { firstValueFrom, forkJoin, from, defer, filter, map, of, catchError, take, timeout } from 'rxjs'
import type { MarketDeps } from '../ports.ts'
import type { MarketSettings } from '../settings.ts'
import { createKrakenRest } from './rest.ts'
import { connectSocket } from './socket.ts'

const TIMEOUT_MS = 5_000

/** True when both of Kraken's interfaces respond within five seconds. */
export function isKrakenReachable(
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
