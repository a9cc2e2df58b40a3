import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createActor } from 'xstate'
import DashboardScreen from '#src/features/dashboard/DashboardScreen.tsx'
import { replayed } from '#src/features/inspector/inspector.css.ts'
import { InspectorPanels } from '#src/features/inspector/InspectorPanels.tsx'
import { Player } from '#src/features/inspector/recording/Player.tsx'
import { readTrail } from '#src/lib/inspection/trail.ts'
import { createConnectionMachine } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { createPlayerMachine, playerCommands, position, STEP_MS } from '#src/machines/player.ts'
import { createStreams } from '#src/streams/index.ts'
import type { SavedRecording } from '#src/streams/session-recording/file-format.ts'
import { createReplay, entriesOf } from '#src/streams/session-recording/replay.ts'
import { createThroughputMeter } from '#src/streams/session-recording/throughput.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ClockContext, type Clock } from '#src/ui/format/useNow.ts'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import { Dock } from './InspectorDock.tsx'
import { NOT_RECORDED, replayedCall } from './recorded-calls.ts'
import {
  RecordsContext,
  ServicesContext,
  useInspected,
  useLoadedRecords,
  useServices,
  type Inspected,
  type Services,
} from './services.ts'
import { createLookups } from './signed-in-services.ts'

const noop = (): void => undefined

/** A connection that never opens a socket: what the recorded one did comes from the recording. */
const inertConnection = (feed: FeedName) =>
  createActor(
    createConnectionMachine({
      openSocket: () => ({ send: () => false, close: noop }),
      watchPage: () => noop,
      checkSession: () => Promise.resolve('alive'),
      now: Date.now,
      random: () => 0,
    }),
    { id: `${feed} connection of the recording`, input: { feed, maskedUrl: 'recorded', isPersistent: false } },
  )

/** A clock that stands where it is set. */
function createStandingClock(): Clock & { readonly set: (at: number) => void } {
  const listeners = new Set<() => void>()
  let now = 0
  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(at) {
      now = at
      for (const listener of listeners) listener()
    },
  }
}

/** The streams of a recording from its start, counted like live ones. */
function openReplay({ segments }: SavedRecording) {
  let now = (): number => 0
  const meter = createThroughputMeter(() => now())
  const replay = createReplay(segments, (ports) => {
    now = ports.now
    return meter.watch(createStreams({ ...ports, frames$: meter.frames(ports.frames$) }))
  })
  return { replay, meter }
}

const linkTo = (position: number): string => `${location.origin}/dev/machines?position=${Math.round(position)}`

interface ReplayedRecordingProps {
  readonly recording: SavedRecording
  /** Where it is opened, unix ms. */
  readonly position?: number | undefined
  readonly onClose: () => void
}

/** Replays a saved recording without a server: the dashboard, and beside it the machines and streams, all on its clock. */
export function ReplayedRecording({ recording, position: openedAt, onClose }: ReplayedRecordingProps) {
  const live = useServices()
  const entries = useMemo(() => entriesOf(recording.segments), [recording])
  const trail = useMemo(() => readTrail(recording.machines), [recording])
  const from = entries[0]?.at ?? 0
  const last = Math.max(entries.at(-1)?.at ?? 0, recording.machines.log.at(-1)?.at ?? 0)
  const until = from + Math.ceil((last - from) / STEP_MS) * STEP_MS

  const [clock] = useState(createStandingClock)
  const [opened, setOpened] = useState(() => openReplay(recording))
  const current = useRef(opened)
  const shown = useRef(Number.NEGATIVE_INFINITY)
  const show = useCallback(
    (at: number) => {
      if (at < shown.current) {
        // Seeking backwards replays from the start.
        current.current.replay.stop()
        current.current = openReplay(recording)
        setOpened(current.current)
      }
      shown.current = at
      const delivered = current.current.replay.to(entries.findLastIndex((entry) => entry.at <= at) + 1)
      void delivered.then(() => (shown.current === at ? clock.set(at) : undefined))
    },
    [entries, recording, clock],
  )
  useEffect(() => () => current.current.replay.stop(), [])

  const lookups = useMemo(() => createLookups(replayedCall(recording.lookups, clock.now)), [recording, clock])
  const [connections] = useState(() => ({
    tdp: inertConnection('tdp').start(),
    analytics: inertConnection('analytics').start(),
  }))
  const services = useMemo(
    (): Services => ({
      ...live,
      ...lookups,
      connections,
      streams: opened.replay.streams,
      // Decisions and paper trades on the server are those of today.
      strategies: () => Promise.reject(new Error(NOT_RECORDED.text)),
    }),
    [live, lookups, connections, opened],
  )
  const records = useLoadedRecords(services)
  const inspected = useMemo((): Inspected => ({ trail, ...opened.meter }), [trail, opened])

  const [machine] = useState(() => createPlayerMachine({ now: Date.now }))
  const player = useActorRef(machine, { id: 'player', input: { from, until, at: openedAt }, ...useInspected() })
  const at = useSelector(player, position)
  const copy = useCopy()
  return (
    <ClockContext value={clock}>
      <div className={replayed}>
        <Player actor={player} from={from} until={until} onSeek={show}>
          <Button onClick={() => void copy(linkTo(at), 'Link copied. Opening it takes the file too.')}>
            Copy link
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Close recording
          </Button>
        </Player>
        <ServicesContext value={services}>
          <RecordsContext value={records}>
            <DashboardScreen models={null} hasFixedView />
          </RecordsContext>
        </ServicesContext>
        <Dock title="Inspector of the recording">
          <InspectorPanels inspected={inspected} playback={{ at, from, seek: playerCommands(player).seek }} />
        </Dock>
      </div>
    </ClockContext>
  )
}
