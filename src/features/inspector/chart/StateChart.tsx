import { useEffect, useRef } from 'react'
import type { MachineGraph, StateShape, TransitionShape } from '#src/machines/inspection/graph.ts'
import { cx } from '#src/ui/cx.ts'
import * as styles from './chart.css.ts'
import { innerOf, LINE, linesOf, wordsOf, type Box, type ChartLayout, type Way } from './layout.ts'

const HEAD = 5

function StateBox({
  state,
  box,
  inner,
  isActive,
  takenIds,
}: {
  readonly state: StateShape
  readonly box: Box
  readonly inner: readonly TransitionShape[]
  readonly isActive: boolean
  readonly takenIds: ReadonlySet<string>
}) {
  const isRegion = state.kind === 'parallel' || state.kind === 'final'
  return (
    <g data-state={state.id} data-active={isActive || undefined}>
      <rect {...box} rx={6} className={cx(styles.box, isRegion && styles.region, isActive && styles.active)} />
      <text x={box.x + LINE.pad} y={box.y + LINE.pad} className={styles.title}>
        {state.isInitial ? `● ${state.key}` : state.key}
        {state.kind === 'parallel' ? ' (parallel)' : ''}
        {state.kind === 'final' ? ' (final)' : ''}
      </text>
      {linesOf(state, inner).map(({ key, parts }, index) => (
        <text
          key={key}
          x={box.x + LINE.pad}
          y={box.y + LINE.pad + LINE.title + index * LINE.text}
          className={styles.line}
        >
          {parts.map(({ text, transition }) => (
            <tspan
              key={text}
              data-transition={transition}
              className={transition !== undefined && takenIds.has(transition) ? styles.title : undefined}
            >
              {`${text} `}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  )
}

function WayLine({ way, isTaken }: { readonly way: Way; readonly isTaken: boolean }) {
  const [end, before] = [way.points.at(-1), way.points.at(-2)]
  const path = way.points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')
  const angle = end && before ? Math.atan2(end.y - before.y, end.x - before.x) * (180 / Math.PI) : 0
  return (
    <g data-transition={way.transition.id}>
      <path d={path} className={cx(styles.way, isTaken && styles.taken)} />
      {end === undefined ? null : (
        <path
          d={`M0 0 L${-1.6 * HEAD} ${-HEAD} L${-1.6 * HEAD} ${HEAD} Z`}
          transform={`translate(${end.x} ${end.y}) rotate(${angle})`}
          className={styles.head}
        />
      )}
      {way.label === undefined ? null : (
        <>
          <rect {...way.label} className={styles.plate} />
          <text x={way.label.x} y={way.label.y + 2} className={styles.label}>
            {wordsOf(way.transition)}
          </text>
        </>
      )}
    </g>
  )
}

export interface StateChartProps {
  readonly name: string
  /** The machine's state in words. */
  readonly value: string
  readonly graph: MachineGraph
  readonly layout: ChartLayout
  readonly active: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
  /** As small as it must be to be seen at once. */
  readonly isWhole: boolean
}

/** A machine's chart: states in states, regions dashed, active states and taken transitions in colour. */
export function StateChart({ name, value, graph, layout, active, taken, isWhole }: StateChartProps) {
  const { width, height, boxes, ways } = layout
  const frame = useRef<HTMLElement>(null)
  // The outermost states are all active: what is deepest is what one wants to see.
  const deepest = boxes.get([...active].at(-1) ?? '')
  const [x, y] = [deepest?.x ?? 0, deepest?.y ?? 0]
  useEffect(() => {
    const { current } = frame
    current?.scrollTo?.({ left: x - current.clientWidth / 3, top: y - current.clientHeight / 3 })
  }, [x, y])
  return (
    <section ref={frame} className={styles.frame} aria-label={`Statechart of ${name}`} {...{ tabIndex: 0 }}>
      <svg
        aria-label={`${name} is in ${value}`}
        className={styles.picture}
        width={isWhole ? '100%' : width}
        height={isWhole ? undefined : height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {graph.states.map((state) => {
          const box = boxes.get(state.id)
          return box === undefined ? null : (
            <StateBox
              key={state.id}
              state={state}
              box={box}
              inner={innerOf(graph, state.id)}
              isActive={active.has(state.id)}
              takenIds={taken}
            />
          )
        })}
        {ways.map((way) => (
          <WayLine key={way.id} way={way} isTaken={taken.has(way.transition.id)} />
        ))}
      </svg>
    </section>
  )
}
