import type { ReactNode } from 'react'
import { PublicContext, ServicesContext, type PublicServices, type Services } from '#src/app/services.ts'
import type { Preferences } from '#src/app/preferences.ts'
import type { Streams } from '#src/streams/index.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'

const NONE: Preferences = {}

/** Preferences of a user who has chosen nothing, and can choose nothing. */
export const NO_PREFERENCES: Services['preferences'] = {
  get: () => NONE,
  set: () => undefined,
  restore: () => undefined,
  subscribe: () => () => undefined,
}

/** The services that a test gives: of streams and connections the parts that its components use. */
export interface GivenServices extends Partial<Omit<Services, 'streams' | 'connections'>> {
  readonly connections?: Partial<Services['connections']>
  readonly streams?: Partial<Omit<Streams, 'candles' | 'records'>> & {
    readonly candles?: Partial<Streams['candles']>
    readonly records?: Partial<Streams['records']>
  }
}

/** What a test gives of an object: to use another part fails the test, with its name. */
function only<Whole extends object>(of: string, given: Partial<Whole>): Whole {
  return new Proxy(given, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name)
      throw new Error(`the test gives no ${of}${String(name)}`)
    },
  }) as Whole
}

const streamsOf = ({ candles, records, ...others }: NonNullable<GivenServices['streams']>): Streams =>
  only('streams.', {
    ...others,
    ...(candles && { candles: only<Streams['candles']>('streams.candles.', candles) }),
    ...(records && { records: only<Streams['records']>('streams.records.', records) }),
  })

/** Services of which only those are there that a test gives. */
const servicesOf = ({ streams, connections, ...others }: GivenServices) =>
  only<Services & PublicServices>('', {
    ...others,
    ...(streams && { streams: streamsOf(streams) }),
    ...(connections && { connections: only<Services['connections']>('connections.', connections) }),
  })

/** A wrapper that provides these services only, and overlays. */
export function servedWith(services: GivenServices) {
  const given = servicesOf(services)
  return function Served({ children }: { readonly children: ReactNode }) {
    return (
      <PublicContext value={given}>
        <ServicesContext value={given}>
          <OverlayProvider>{children}</OverlayProvider>
        </ServicesContext>
      </PublicContext>
    )
  }
}
