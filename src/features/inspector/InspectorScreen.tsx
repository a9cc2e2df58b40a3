import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Inspection } from '#src/app/services.ts'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { button } from '#src/ui/controls/Button.css.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { InspectorPanels, RecordingOff } from './InspectorPanels.tsx'
import { screen } from './inspector.css.ts'
import { RecordingPanel } from './recording/RecordingPanel.tsx'
import { WatchedPage } from './WatchedPage.tsx'

const STATELY_WARNING =
  'The hosted inspector is a third-party page. States, events and contexts of this page are sent to it, without tokens, codes, passwords and e-mail addresses.'

export interface InspectorScreenProps {
  readonly inspection: Inspection | undefined
  /** Turns the recorder on or off for this browser and reloads the page. */
  readonly onToggle: (isOn: boolean) => void
  /** Where a recording is to be opened, as the address says; unix ms. */
  readonly position?: number | undefined
  /** Opens the text of a recording; resolves with an error message if it is invalid. */
  readonly onOpenRecording: (text: string) => Promise<string | undefined>
  /** The open recording, shown in place of the panels. */
  readonly replay: ReactNode
}

function StatelyButton({ inspection }: { readonly inspection: Inspection }) {
  const { dialogs, toasts } = useOverlays()
  async function open(): Promise<void> {
    if (!(await dialogs.confirm({ title: 'Open in Stately', text: STATELY_WARNING, confirmText: 'Send and open' })))
      return
    try {
      const { openStately } = await import('./stately.ts')
      openStately(inspection.recorder)
    } catch (error) {
      toasts.error(`The hosted inspector could not be opened: ${String(error)}`)
    }
  }
  return (
    <Button variant="ghost" onClick={() => void open()}>
      Open in Stately
    </Button>
  )
}

/** Developer screen for the state machines and streams of this page. */
export function InspectorScreen(props: InspectorScreenProps) {
  const { inspection, onToggle, position, onOpenRecording, replay } = props
  if (replay !== undefined) return <main>{replay}</main>
  return (
    <main className={screen}>
      <PageHeader
        title="Machines"
        subtitle="Statecharts and streams, of this page, of another tab, or of a recording."
        actions={
          <>
            <Link to="/dashboard" className={button({ variant: 'ghost', size: 'medium' })}>
              Back to the dashboard
            </Link>
            {inspection === undefined ? null : (
              <>
                <StatelyButton inspection={inspection} />
                <Button variant="ghost" onClick={() => onToggle(false)}>
                  Turn recording off
                </Button>
              </>
            )}
          </>
        }
      />
      <WatchedPage inspection={inspection}>
        {(inspected) => (
          <InspectorPanels
            inspected={inspected}
            empty={<RecordingOff onTurnOn={() => onToggle(true)} />}
            recording={<RecordingPanel recording={inspected?.recording} position={position} onOpen={onOpenRecording} />}
          />
        )}
      </WatchedPage>
    </main>
  )
}
