import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createActor } from 'xstate'
import DashboardScreen from '#src/features/dashboard/DashboardScreen.tsx'
import { createConnectionMachine } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { ServicesContext, useServices, type Services, useInspected } from './services.ts'
import type { SavedRecording } from '#src/streams/session-recording/file-format.ts'
import { createReplay, entriesOf, type Replay } from '#src/streams/session-recording/replay.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { createPlayerMachine, isPlaying, playbackSpeed, playerCommands, position, SPEEDS } from '../machines/player.ts'
import { Button } from '../ui/controls/Button.tsx'
import { ToggleGroup } from '../ui/controls/ToggleGroup.tsx'
import { formatPrecise } from '../ui/format/time.ts'
import * as layout from '../ui/theme/layout.css.ts'
import * as css from '../features/inspector/inspector.css.ts'

const STEP_MS = 100

interface PlayerProps {
  /** Start and end of the recording, unix ms. */
  readonly from: number
  readonly until: number
  /** Renders the state at this time. */
  readonly onSeek: (at: number) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Playback controls above the replayed screens. */
function Player({ from, until, onSeek, onClose, children }: PlayerProps) {
  const [machine] = useState(() => createPlayerMachine({ now: Date.now }))
  const player = useActorRef(machine, { id: 'player', input: { from, until }, ...useInspected() })
  const { play, pause, seek, setSpeed } = useMemo(() => playerCommands(player), [player])
  const at = useSelector(player, position)
  const speed = useSelector(player, playbackSpeed)
  const plays = useSelector(player, isPlaying)
  useEffect(() => onSeek(at), [at, onSeek])
  return (
    <div className={css.stack}>
      <section className={layout.wrap[2]} aria-label="Player">
        <Button onClick={plays ? pause : play}>{plays ? 'Pause' : 'Play'}</Button>
        <ToggleGroup
          label="Speed"
          value={String(speed)}
          onChange={(id) => setSpeed(Number(id))}
          options={SPEEDS.map((rate) => ({ id: String(rate), label: `${rate}x` }))}
        />
        <label className={css.seek}>
          Position
          <input
            type="range"
            className={css.range}
            min={from}
            max={until}
            step={STEP_MS}
            value={at}
            aria-valuetext={formatPrecise(at)}
            onChange={(event) => seek(Number(event.target.value))}
          />
        </label>
        <output>{formatPrecise(at)}</output>
        <Button variant="ghost" onClick={onClose}>
          Close recording
        </Button>
      </section>
      {children}
    </div>
  )
}

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
