import type { ReactNode } from 'react'
import { PublicContext, ServicesContext, type Services } from '#src/app/services.ts'
import type { Preferences } from '#src/app/preferences.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'

const NONE: Preferences = {}

/** Preferences of a user who has chosen nothing, and can choose nothing. */
export const NO_PREFERENCES: Services['preferences'] = {
  get: () => NONE,
  set: () => undefined,
  subscribe: () => () => undefined,
}

/** A wrapper that provides these services only, and overlays. */
export function servedWith(services: Partial<Services>) {
  const given = new Proxy(services, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name)
      throw new Error(`the test gives no ${String(name)}`)
    },
  }) as Services
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
