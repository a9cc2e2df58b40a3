import { useState, type ReactNode } from 'react'
import type { Inspection } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MachinesPanel } from './machine/MachinesPanel.tsx'
import { StreamsPanel } from './streams/StreamsPanel.tsx'

type Panel = 'machines' | 'streams' | 'recording'

export interface InspectorPanelsProps {
  readonly inspection: Inspection | undefined
  /** Turns the recorder on for this browser and reloads the page. */
  readonly onTurnOn: () => void
  readonly recording: ReactNode
}

/** Machines, streams and the session recording of this page. */
export function InspectorPanels({ inspection, onTurnOn, recording }: InspectorPanelsProps) {
  const [panel, setPanel] = useState<Panel>('machines')
  const recordingOff = (
    <EmptyState title="Recording is off in this browser" action={<Button onClick={onTurnOn}>Turn recording on</Button>}>
      The page reloads and then records its machines and streams, in this browser only.
    </EmptyState>
  )
  return (
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
        { id: 'recording', label: 'Recording', content: recording },
      ]}
    />
  )
}
