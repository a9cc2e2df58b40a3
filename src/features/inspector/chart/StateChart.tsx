import { useEffect, useRef } from 'react'
import type { MachineGraph, StateShape, TransitionShape } from '#src/lib/inspection/graph.ts'
import { cx } from '#src/ui/cx.ts'
import * as styles from '#src/features/inspector/inspector.css.ts'
import {
  internalTransitions,
  METRICS,
  stateLines,
  transitionText,
  type Box,
  type ChartLayout,
  type Edge,
} from './layout.ts'

const ARROW_SIZE = 5

function StateBox({
  state,
  box,
  inner,
  isActive,
  taken,
}: {
  readonly state: StateShape
  readonly box: Box
  readonly inner: readonly TransitionShape[]
  readonly isActive: boolean
  readonly taken: ReadonlySet<string>
}) {
  const isRegion = state.kind === 'parallel' || state.kind === 'final'
  return (
    <g data-state={state.id} data-active={isActive || undefined}>
      <rect {...box} rx={6} className={cx(styles.box, isRegion && styles.region, isActive && styles.active)} />
      <text x={box.x + METRICS.pad} y={box.y + METRICS.pad} className={styles.title}>
        {state.isInitial ? `● ${state.key}` : state.key}
        {state.kind === 'parallel' ? ' (parallel)' : ''}
        {state.kind === 'final' ? ' (final)' : ''}
      </text>
      {stateLines(state, inner).map(({ key, parts }, index) => (
        <text
          key={key}
          x={box.x + METRICS.pad}
          y={box.y + METRICS.pad + METRICS.title + index * METRICS.text}
          className={styles.line}
        >
          {parts.map(({ text, transition }) => (
            <tspan
              key={text}
              data-transition={transition}
              className={transition !== undefined && taken.has(transition) ? styles.title : undefined}
            >
              {`${text} `}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  )
}

function EdgeLine({ edge, isTaken }: { readonly edge: Edge; readonly isTaken: boolean }) {
  const [end, before] = [edge.points.at(-1), edge.points.at(-2)]
  const path = edge.points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')
  const angle = end && before ? Math.atan2(end.y - before.y, end.x - before.x) * (180 / Math.PI) : 0
  return (
    <g data-transition={edge.transition.id}>
      <path d={path} className={cx(styles.edge, isTaken && styles.taken)} />
      {end === undefined ? null : (
        <path
          d={`M0 0 L${-1.6 * ARROW_SIZE} ${-ARROW_SIZE} L${-1.6 * ARROW_SIZE} ${ARROW_SIZE} Z`}
          transform={`translate(${end.x} ${end.y}) rotate(${angle})`}
          className={styles.arrowhead}
        />
      )}
      {edge.label === undefined ? null : (
        <>
          <rect {...edge.label} className={styles.labelBackground} />
          <text x={edge.label.x} y={edge.label.y + 2} className={styles.label}>
            {transitionText(edge.transition)}
          </text>
        </>
      )}
    </g>
  )
}

export interface StateChartProps {
  readonly name: string
  /** Current state as text. */
  readonly value: string
  readonly graph: MachineGraph
  readonly layout: ChartLayout
  readonly active: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
  /** Scale down until all of it is in view. */
  readonly fitToView: boolean
}

/** Statechart: nested states, dashed regions, active states and taken transitions in colour. */
export function StateChart({ name, value, graph, layout, active, taken, fitToView }: StateChartProps) {
  const { width, height, boxes, edges } = layout
  const frame = useRef<HTMLElement>(null)
  // Scroll to the deepest active state: its ancestors are active too.
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
        className={cx(styles.svg, fitToView && styles.fitted)}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {graph.states.map((state) => {
          const box = boxes.get(state.id)
          return box === undefined ? null : (
            <StateBox
              key={state.id}
              state={state}
              box={box}
              inner={internalTransitions(graph, state.id)}
              isActive={active.has(state.id)}
              taken={taken}
            />
          )
        })}
        {edges.map((edge) => (
          <EdgeLine key={edge.id} edge={edge} isTaken={taken.has(edge.transition.id)} />
        ))}
      </svg>
    </section>
  )
}
