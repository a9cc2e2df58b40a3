import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Inspection } from '#src/app/services.ts'
import { useAddressChange } from '#src/app/use-address.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MachinesPanel } from './machine/MachinesPanel.tsx'
import { StreamsPanel } from './streams/StreamsPanel.tsx'

const PANELS = ['machines', 'streams', 'recording'] as const
type Panel = (typeof PANELS)[number]

interface InspectorSearch {
  readonly inspector?: Panel | undefined
  readonly actor?: string | undefined
}

export interface InspectorPanelsProps {
  readonly inspection: Inspection | undefined
  /** Turns the recorder on for this browser and reloads the page. */
  readonly onTurnOn: () => void
  readonly recording: ReactNode
}

/** The panel and the actor in the address, on whichever page the inspector is. */
function useInspectorAddress() {
  const panel = useSearch({
    strict: false,
    select: ({ inspector }: Record<string, unknown>) => PANELS.find((each) => each === inspector),
  })
  const actor = useSearch({
    strict: false,
    select: ({ actor }: Record<string, unknown>) => (typeof actor === 'string' ? actor : undefined),
  })
  const { replace } = useAddressChange<InspectorSearch>()
  return {
    panel: panel ?? 'machines',
    actor,
    showPanel: (inspector: Panel) => replace({ inspector }),
    showActor: (key: string) => replace({ inspector: 'machines', actor: key }),
  }
}

/** Machines, streams and the session recording of this page. */
export function InspectorPanels({ inspection, onTurnOn, recording }: InspectorPanelsProps) {
  const { panel, actor, showPanel, showActor } = useInspectorAddress()
  const recordingOff = (
    <EmptyState title="Recording is off in this browser" action={<Button onClick={onTurnOn}>Turn recording on</Button>}>
      The page reloads and then records its machines and streams, in this browser only.
    </EmptyState>
  )
  return (
    <Tabs<Panel>
      label="Inspector"
      value={panel}
      onChange={showPanel}
      items={[
        {
          id: 'machines',
          label: 'Machines',
          content:
            inspection === undefined ? (
              recordingOff
            ) : (
              <MachinesPanel recorder={inspection.recorder} selected={actor} onSelect={showActor} />
            ),
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
