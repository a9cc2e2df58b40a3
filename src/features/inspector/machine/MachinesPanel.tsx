import type { Recorder } from '#src/lib/inspection/recorder.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { panes, scroll, stack } from '../inspector.css.ts'
import { useThrottledRecorder } from '../useThrottledRecorder.ts'
import { ActorList } from './ActorList.tsx'
import { ActorView, scrubbedContext } from './ActorView.tsx'
import { EventLog } from './EventLog.tsx'
import { SendEvent } from './SendEvent.tsx'
import { TakenTransitions } from './TakenTransitions.tsx'
import { ValueTree } from './ValueTree.tsx'

export interface MachinesPanelProps {
  readonly recorder: Recorder
  /** Key of an actor; the first machine if it is none. */
  readonly selected: string | undefined
  readonly onSelect: (key: string) => void
}

/** Actors, the selected one's statechart and context, and the event log. */
export function MachinesPanel({ recorder, selected, onSelect }: MachinesPanelProps) {
  useThrottledRecorder(recorder)
  const actors = recorder.actors()
  const actor = actors.find(({ key }) => key === selected) ?? actors.find(({ machine }) => machine !== undefined)
  const graph = actor === undefined ? undefined : recorder.graph(actor.key)
  const taken = recorder.transitionCounts(actor?.key ?? '')
  const context = actor === undefined ? undefined : scrubbedContext(actor)
  return (
    <div className={panes}>
      <Card title="Actors" headingLevel={2}>
        <ActorList actors={actors} selected={actor?.key} onSelect={onSelect} />
      </Card>
      <div className={stack}>
        <Card title={actor === undefined ? 'Statechart' : actor.name} headingLevel={2}>
          <ActorView actor={actor} graph={graph} taken={taken} />
        </Card>
        {graph === undefined ? null : (
          <Card title="Transitions taken" headingLevel={2} flush>
            <TakenTransitions graph={graph} taken={taken} />
          </Card>
        )}
      </div>
      <div className={stack}>
        <Card title="Event log" headingLevel={2}>
          <EventLog log={recorder.log()} actor={actor?.key} />
        </Card>
        {context === undefined ? null : (
          <Card title="Context" headingLevel={2}>
            <div className={scroll} {...{ tabIndex: 0 }}>
              <ValueTree name="context" value={context} />
            </div>
          </Card>
        )}
        {actor?.ref === undefined || actor.machine === undefined ? null : (
          <Card title="Send event" headingLevel={2}>
            <SendEvent key={actor.key} actor={actor.ref} machine={actor.machine} />
          </Card>
        )}
      </div>
    </div>
  )
}
