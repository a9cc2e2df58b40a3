import { useState } from 'react'
import type { Inspected } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { formatPrecise } from '#src/ui/format/time.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { faint, lane, laneMarks, lanes, mono, stack } from './inspector.css.ts'

interface Happening {
  readonly at: number
  readonly text: string
}
interface Lane {
  readonly name: string
  readonly marks: readonly Happening[]
}

/** Lanes of the sockets, the machines and the observables. */
function lanesOf({ trail, flows, feeds }: Inspected): readonly Lane[] {
  const machines = new Map<string, Happening[]>()
  for (const { kind, actorName, at, event } of trail.log()) {
    if (kind !== 'event') continue
    const own = machines.get(actorName) ?? []
    machines.set(actorName, own)
    own.push({ at, text: event })
  }
  return [
    ...feeds().map(({ feed, marks }) => ({ name: `${feed} socket`, marks })),
    ...[...machines].map(([name, marks]) => ({ name, marks })),
    ...flows().map(({ name, times }) => ({ name, marks: times.map((at) => ({ at, text: 'value' })) })),
  ]
}

const SPANS = [10, 60, 300] as const
const WIDTH = 1_000
/** How far from the moment that is looked at something may be to belong to it, as a share of the span. */
const NEAR = 1 / 200
const MAX_LISTED = 40

/** One mark for all that fall on the same pixel or so. */
const pathOf = (marks: readonly Happening[], from: number, until: number): string => {
  const places = new Set(
    marks
      .filter(({ at }) => at >= from && at <= until)
      .map(({ at }) => Math.round(((at - from) / (until - from)) * WIDTH)),
  )
  return [...places].map((x) => `M${x} 2V14`).join('')
}

/** What came within `near` ms of a moment, in order; one line for what came to the same lane at the same time. */
function listNear(
  all: readonly Lane[],
  moment: number,
  near: number,
): readonly (Happening & { readonly key: string })[] {
  const lines = new Map<string, Happening>()
  for (const { name, marks } of all)
    for (const { at, text } of marks) {
      if (Math.abs(at - moment) > near) continue
      const key = `${at} ${name}`
      const before = lines.get(key)
      lines.set(key, { at, text: before === undefined ? `${name}: ${text}` : `${before.text}, ${text}` })
    }
  return [...lines].map(([key, line]) => ({ key, ...line })).toSorted((a, b) => a.at - b.at)
}

/** What reached the sockets, the machines and the observables, on one axis of time, and in words what came at one moment. */
export function Timeline({ inspected }: { readonly inspected: Inspected }) {
  const until = useNow()
  const [span, setSpan] = useState<(typeof SPANS)[number]>(10)
  const [chosen, setChosen] = useState<number>()
  const from = until - span * 1_000
  const moment = Math.min(Math.max(chosen ?? until, from), until)
  const all = lanesOf(inspected).filter(({ marks }) => marks.some(({ at }) => at >= from && at <= until))
  const near = (until - from) * NEAR
  const frames = inspected.feeds().flatMap(({ marks }) => marks.map(({ at }) => at))
  const before = Math.max(...frames.filter((at) => at < moment && at >= from))
  const after = Math.min(...frames.filter((at) => at > moment))
  const listed = listNear(all, moment, near)
  return (
    <Card title="Timeline" headingLevel={2}>
      <div className={stack}>
        <div className={layout.wrap[2]}>
          <ToggleGroup
            label="Span"
            value={String(span)}
            onChange={(id) => setSpan(SPANS.find((each) => String(each) === id) ?? 10)}
            options={SPANS.map((seconds) => ({ id: String(seconds), label: `${seconds} s` }))}
          />
          <Button size="small" disabled={!Number.isFinite(before)} onClick={() => setChosen(before)}>
            Previous message
          </Button>
          <Button size="small" disabled={!Number.isFinite(after)} onClick={() => setChosen(after)}>
            Next message
          </Button>
        </div>
        {all.length === 0 ? <p className={faint}>{`Nothing in the last ${span} s.`}</p> : null}
        <div className={lanes}>
          {all.map(({ name, marks }) => (
            <div key={name} className={lane}>
              <span className={mono}>{name}</span>
              <svg className={laneMarks} viewBox={`0 0 ${WIDTH} 16`} preserveAspectRatio="none" aria-hidden="true">
                <path d={pathOf(marks, from, until)} />
                <path data-moment d={pathOf([{ at: moment, text: '' }], from, until)} />
              </svg>
            </div>
          ))}
          <label className={lane}>
            <span className={mono}>Moment</span>
            <input
              type="range"
              min={from}
              max={until}
              step="any"
              value={moment}
              aria-valuetext={formatPrecise(moment)}
              onChange={(event) => setChosen(Number(event.target.value))}
            />
          </label>
        </div>
        <p className={faint}>{`Within ${Math.round(near)} ms of ${formatPrecise(moment)}`}</p>
        <ol className={mono} aria-label="What happened at the moment">
          {listed.slice(0, MAX_LISTED).map(({ key, at, text }) => (
            <li key={key}>{`${formatPrecise(at).slice(11, 23)} ${text}`}</li>
          ))}
        </ol>
        {listed.length === 0 ? <p className={faint}>Nothing came at this moment.</p> : null}
        {listed.length > MAX_LISTED ? <p className={faint}>{`${listed.length - MAX_LISTED} more`}</p> : null}
      </div>
    </Card>
  )
}
