import { fireEvent, render, screen, within } from '@testing-library/react'
import { of, Subject } from 'rxjs'
import { expect, it } from 'vitest'
import type { Inspected } from '#src/app/services.ts'
import { Timeline } from '#src/features/inspector/Timeline.tsx'
import { readTrail } from '#src/lib/inspection/trail.ts'
import type { FeedFrame } from '#src/streams/index.ts'
import { createThroughputMeter } from '#src/streams/session-recording/throughput.ts'
import { ClockContext } from '#src/ui/format/useNow.ts'
import { startStreams } from '#test/support/client/streams.ts'
import { anAck } from '#test/support/data/messages.ts'

const T = Date.UTC(2026, 10, 27, 12)
const clock = { now: () => T + 10_000, subscribe: () => () => undefined }

it('[IN-20] tells what reached the sockets, the machines and the observables at a moment', () => {
  let at = T
  const meter = createThroughputMeter(() => at)
  const frames = new Subject<FeedFrame>()
  meter.frames(frames).subscribe()
  const streams = meter.watch({ ...startStreams().streams, problems$: of([]) })
  at = T + 2_000
  frames.next({
    feed: 'tdp',
    frame: {
      messages: [anAck(), anAck(), { ...anAck(), type: 'AnalyticsUpdate', data: { stream_key: 'a:stream' } }],
      rejects: [{ kind: 'shape', text: '', count: 1 }],
    },
  })
  at = T + 2_010
  streams.problems$.subscribe()
  const event = { n: 1, actor: 'a1', actorName: 'session', kind: 'event', event: 'user.signIn', detail: null } as const
  const trail = readTrail({ actors: [], graphs: [], log: [{ ...event, at: T + 2_020, transitions: [] }] })
  const inspected: Inspected = { trail, flows: meter.flows, feeds: meter.feeds }
  render(
    <ClockContext value={clock}>
      <Timeline inspected={inspected} />
    </ClockContext>,
  )
  const listed = () =>
    within(screen.getByRole('list', { name: 'What happened at the moment' }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(listed()).toEqual([])
  expect(screen.getByText('Nothing came at this moment.')).toBeVisible()
  fireEvent.change(screen.getByRole('slider', { name: 'Moment' }), { target: { value: String(T + 2_010) } })
  expect(listed()).toEqual([
    '12:00:02.000 tdp socket: ConnectionAck x2, AnalyticsUpdate a:stream, rejected: shape',
    '12:00:02.010 problems: value',
    '12:00:02.020 session: user.signIn',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Previous message' }))
  expect(screen.getByRole('slider', { name: 'Moment' })).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/ 12:00:02.000$/),
  )
  expect(screen.getByRole('button', { name: 'Previous message' })).toBeDisabled()
  fireEvent.change(screen.getByRole('slider', { name: 'Moment' }), { target: { value: String(T + 9_000) } })
  expect(listed()).toEqual([])
})
