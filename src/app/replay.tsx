import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createActor } from 'xstate'
import DashboardScreen from '#src/features/dashboard/DashboardScreen.tsx'
import { Player } from '#src/features/inspector/recording/Player.tsx'
import { createConnectionMachine } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { ServicesContext, useServices, type Services } from './services.ts'
import type { SavedRecording } from '#src/streams/session-recording/file-format.ts'
import { createReplay, entriesOf, type Replay } from '#src/streams/session-recording/replay.ts'

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

const servicesOf = (live: Services, replay: Replay): Services => ({
  ...live,
  streams: replay.streams,
  connections: { tdp: inertConnection('tdp').start(), analytics: inertConnection('analytics').start() },
})

/** Replays a saved recording on the dashboard, without a server. */
export function ReplayedRecording({
  recording,
  onClose,
}: {
  readonly recording: SavedRecording
  readonly onClose: () => void
}) {
  const live = useServices()
  const entries = useMemo(() => entriesOf(recording.segments), [recording])
  const [replay, setReplay] = useState(() => createReplay(recording.segments))
  const current = useRef(replay)
  const last = useRef(Number.NEGATIVE_INFINITY)
  const services = useMemo(() => servicesOf(live, replay), [live, replay])

  const seek = useCallback(
    (at: number) => {
      if (at < last.current) {
        // Seeking backwards replays from the start.
        current.current.stop()
        current.current = createReplay(recording.segments)
        setReplay(current.current)
      }
      last.current = at
      const index = entries.findLastIndex((entry) => entry.at <= at)
      void current.current.to(index + 1)
    },
    [entries, recording],
  )
  useEffect(() => () => current.current.stop(), [])

  return (
    <Player from={entries[0]?.at ?? 0} until={entries.at(-1)?.at ?? 0} onSeek={seek} onClose={onClose}>
      <ServicesContext value={services}>
        <DashboardScreen models={null} />
      </ServicesContext>
    </Player>
  )
}
