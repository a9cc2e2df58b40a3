import type { ReactNode } from 'react'
import { PublicContext, ServicesContext, type Services } from '#src/app/services.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'

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
