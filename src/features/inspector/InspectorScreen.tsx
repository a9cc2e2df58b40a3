import { useState, type ReactNode } from 'react'
import type { Inspection } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { RecordingPanel } from './recording/RecordingPanel.tsx'
import { StreamsPanel } from './streams/StreamsPanel.tsx'
import { screen, stack } from './inspector.css.ts'
import { MachinesPanel } from './machine/MachinesPanel.tsx'
import { openStately } from './stately.ts'

type Panel = 'machines' | 'streams' | 'recording'

const STATELY_WARNING =
  'The hosted inspector is a third-party page. States, events and contexts of this page are sent to it, without tokens, codes, passwords and e-mail addresses.'

export interface InspectorScreenProps {
  readonly inspection: Inspection | undefined
  /** Turns the recorder on or off for this browser and reloads the page. */
  readonly onToggle: (isOn: boolean) => void
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
      await openStately(inspection.recorder)
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
export function InspectorScreen({ inspection, onToggle, onOpenRecording, replay }: InspectorScreenProps) {
  const [panel, setPanel] = useState<Panel>('machines')
  const recordingOff = (
    <EmptyState
      title="Recording is off in this browser"
      action={<Button onClick={() => onToggle(true)}>Turn recording on</Button>}
    >
      The page reloads and then records its machines and streams, in this browser only.
    </EmptyState>
  )
  const recordingPanel = <RecordingPanel inspection={inspection} onOpen={onOpenRecording} />
  return (
    <main className={screen}>
      <PageHeader
        title="Machines"
        subtitle="Statecharts, streams and recordings of this page"
        actions={
          inspection === undefined ? null : (
            <>
              {import.meta.env.DEV ? <StatelyButton inspection={inspection} /> : null}
              <Button variant="ghost" onClick={() => onToggle(false)}>
                Turn recording off
              </Button>
            </>
          )
        }
      />
      {replay ?? (
        <Tabs<Panel>
          label="Inspector"
          value={panel}
          onChange={setPanel}
          items={[
            {
              id: 'machines',
              label: 'Machines',
              content: inspection === undefined ? recordingOff : <MachinesPanel recorder={inspection.recorder} />,
            },
            {
              id: 'streams',
              label: 'Streams',
              content: inspection === undefined ? recordingOff : <StreamsPanel inspection={inspection} />,
            },
            { id: 'recording', label: 'Recording', content: <div className={stack}>{recordingPanel}</div> },
          ]}
        />
      )}
    </main>
  )
}
