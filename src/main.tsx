import './app/security/trusted-types.ts'
import './app/security/zod-csp.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { VerifyingPanel } from './features/auth/VerifyingPanel.tsx'
import { AccessDeniedError, onGuardChange } from './app/guards.ts'
import { syncRegionalFormat, syncTheme } from './app/preferences.ts'
import { createPages } from './routes/router.ts'
import { PublicContext } from './app/services.ts'
import { createPublicServices } from './app/public-services.ts'
import { loadConfig } from './transport/api/config.ts'
import { browserEnvironment } from './transport/browser/environment.ts'
import { KEYS, safeStorage } from './transport/browser/storage.ts'
import { createTheme } from './ui/theme/theme.ts'
import { ThemeProvider } from './ui/theme/ThemeProvider.tsx'
import { BRAND } from '#contract/brand.ts'
import { ErrorState } from './ui/feedback/ErrorState.tsx'
import { CenteredPage } from './ui/cards/CenteredPage.tsx'

interface StartFailedProps {
  readonly cause: string
  readonly onRetry: () => void
}

/** Shown if the client cannot load its configuration. */
function StartFailed({ cause, onRetry }: StartFailedProps) {
  return (
    <CenteredPage title={BRAND} documentTitle="Not started">
      <ErrorState message={`${BRAND} could not be started.`} onRetry={onRetry}>
        {`Its configuration could not be read: ${cause}.`}
      </ErrorState>
    </CenteredPage>
  )
}

const environment = browserEnvironment()
const storage = safeStorage(environment.storage)
const theme = createTheme({
  read: () => storage.get(KEYS.theme),
  remember: (choice) => storage.set(KEYS.theme, choice),
  prefersLight: matchMedia('(prefers-color-scheme: light)'),
  root: document.documentElement,
})

/** On by default in development, elsewhere only when turned on in this browser. Not part of the start bundle. */
async function loadInspector() {
  const setting = storage.get(KEYS.inspect)
  if (import.meta.env.DEV ? setting === 'off' : setting !== 'on') return undefined
  const { createInspector } = await import('./app/inspection.ts')
  return createInspector(environment)
}

async function start(root: Root): Promise<void> {
  const show = (page: React.ReactNode) =>
    root.render(
      <StrictMode>
        <ThemeProvider theme={theme}>{page}</ThemeProvider>
      </StrictMode>,
    )
  show(<VerifyingPanel />)
  const config = await loadConfig(environment.fetch)
  if (!config.ok) {
    show(<StartFailed cause={config.error.text} onRetry={() => void start(root)} />)
    return
  }
  const { services } = createPublicServices(config.value, environment, await loadInspector())
  syncTheme(theme, services.preferences)
  syncRegionalFormat(services.preferences)
  const pages = createPages(services)
  onGuardChange(services.session, () => void pages.invalidate())
  show(
    <PublicContext value={services}>
      <RouterProvider router={pages} />
    </PublicContext>,
  )
}

const rootElement = document.getElementById('root')
if (!rootElement) throw new Error('the page has no #root')
void start(
  createRoot(rootElement, {
    // An insufficient role is expected; everything else is reported to the console.
    onCaughtError: (error) => {
      if (!(error instanceof AccessDeniedError)) reportError(error)
    },
  }),
)
