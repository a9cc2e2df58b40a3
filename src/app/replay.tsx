import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createActor } from 'xstate'
import DashboardScreen from '../features/dashboard/DashboardScreen.tsx'
import { Player } from '../features/inspector/recording/Player.tsx'
import { createConnectionMachine } from '../machines/connection/machine.ts'
import type { FeedName } from '../machines/connection/ports.ts'
import { ServicesContext, useServices, type Services } from './services.ts'
import type { SavedRecording } from '../streams/session-recording/file-format.ts'
import { createReplay, entriesOf, type Replay } from '../streams/session-recording/replay.ts'

const noop = (): void => undefined

/** A connection of a flight: it goes nowhere. What the recorded one did is on the tape. */
const inertConnection = (feed: FeedName) =>
  createActor(
    createConnectionMachine({
      openSocket: () => ({ send: () => false, close: noop }),
      watchPage: () => noop,
      checkSession: () => Promise.resolve('alive'),
      now: Date.now,
      random: () => 0,
    }),
    { id: `${feed} connection of the flight`, input: { feed, maskedUrl: 'recorded', isPersistent: false } },
  )

const servicesOf = (live: Services, replay: Replay): Services => ({
  ...live,
  streams: replay.streams,
  connections: { tdp: inertConnection('tdp').start(), analytics: inertConnection('analytics').start() },
})

/** A saved flight on the screens that it was flown on. Nothing of it needs a server. */
export function ReplayedRecording({
  recording,
  onClose,
}: {
  readonly recording: SavedRecording
  readonly onClose: () => void
}) {
  const live = useServices()
  const entries = useMemo(() => entriesOf(recording.segments), [recording])
  const [replay, setRun] = useState(() => createReplay(recording.segments))
  const current = useRef(replay)
  const last = useRef(Number.NEGATIVE_INFINITY)
  const services = useMemo(() => servicesOf(live, replay), [live, replay])

  const move = useCallback(
    (at: number) => {
      if (at < last.current) {
        // Winding back is flying anew up to there.
        current.current.stop()
        current.current = createReplay(recording.segments)
        setRun(current.current)
      }
      last.current = at
      const behind = entries.findLastIndex((entry) => entry.at <= at)
      void current.current.to(behind + 1)
    },
    [entries, recording],
  )
  useEffect(() => () => current.current.stop(), [])

  return (
    <Player from={entries[0]?.at ?? 0} until={entries.at(-1)?.at ?? 0} onSeek={move} onClose={onClose}>
      <ServicesContext value={services}>
        <DashboardScreen models={null} />
      </ServicesContext>
    </Player>
  )
}
