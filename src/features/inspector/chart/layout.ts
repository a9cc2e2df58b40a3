import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import type { MachineGraph, StateShape, TransitionShape } from '#src/machines/inspection/graph.ts'

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A transition's way from state to state, and the place of its label. */
export interface Way {
  readonly id: string
  readonly transition: TransitionShape
  readonly points: readonly Point[]
  readonly label: Box | undefined
}

/** Where everything of a machine's chart stands, in px from its upper left corner. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyMap<string, Box>
  readonly ways: readonly Way[]
}

/** Widths of the mono face at the sizes that the chart uses. */
export const LINE = { title: 18, text: 15, char: 6.7, pad: 10 } as const

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.edgeLabels.inline': 'true',
  'elk.spacing.nodeNode': '28',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
}

/** The words of a transition: event, guard, actions. */
export const wordsOf = ({ label, guard, actions }: TransitionShape): string =>
  [label, guard === undefined ? '' : `[${guard}]`, actions.length === 0 ? '' : `/ ${actions.join(', ')}`]
    .filter((part) => part !== '')
    .join(' ')

/** A line under a state's name: words of its own, or transitions that stay inside it. */
export interface Line {
  readonly key: string
  readonly parts: readonly { readonly text: string; readonly transition?: string }[]
}

/** So many events that are merely borne with stand in one line. */
const BORNE = 4
const partOf = (one: TransitionShape) => ({ text: wordsOf(one), transition: one.id })
const lineOf = (parts: Line['parts']): Line => ({ key: parts.map(({ text }) => text).join(' '), parts })

/** Lines under a state's name: what it does, and the transitions that stay inside it. */
export function linesOf(state: StateShape, inner: readonly TransitionShape[]): readonly Line[] {
  const list = (word: string, names: readonly string[]) =>
    names.length === 0 ? [] : [lineOf([{ text: `${word} ${names.join(', ')}` }])]
  const isBorne = ({ guard, actions }: TransitionShape) => guard === undefined && actions.length === 0
  const borne = inner.filter(isBorne).map(partOf)
  const rows = Array.from({ length: Math.ceil(borne.length / BORNE) }, (_, row) =>
    lineOf(borne.slice(row * BORNE, (row + 1) * BORNE)),
  )
  return [
    ...list('tags', state.tags),
    ...list('invoke', state.invokes),
    ...list('entry /', state.entry),
    ...list('exit /', state.exit),
    ...inner.filter((one) => !isBorne(one)).map((one) => lineOf([partOf(one)])),
    ...rows,
  ]
}

const widthOf = (text: string): number => text.length * LINE.char + 2 * LINE.pad
export const innerOf = (graph: MachineGraph, id: string): readonly TransitionShape[] =>
  graph.transitions.filter(({ source, targets }) => source === id && targets.length === 0)

function nodeOf(graph: MachineGraph, state: StateShape): ElkNode {
  const lines = linesOf(state, innerOf(graph, state.id))
  const head = LINE.title + LINE.pad + lines.length * LINE.text
  const width = Math.max(90, widthOf(`${state.key} initial`), ...lines.map(({ key }) => widthOf(key)))
  const children = graph.states.filter(({ parent }) => parent === state.id).map((child) => nodeOf(graph, child))
  if (children.length === 0) return { id: state.id, width, height: head + LINE.pad }
  return {
    id: state.id,
    children,
    layoutOptions: {
      'elk.padding': `[top=${head + 14},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${head + 40})`,
    },
  }
}

const edgesOf = (transition: TransitionShape): ElkExtendedEdge[] =>
  transition.targets.map((target, index) => {
    const text = wordsOf(transition)
    const labels = index === 0 ? [{ text, width: text.length * LINE.char, height: LINE.text }] : []
    return { id: `${transition.id} ${index}`, sources: [transition.source], targets: [target], labels }
  })

const boxesOf = (node: ElkNode): readonly (readonly [string, Box])[] => [
  [node.id, { x: node.x ?? 0, y: node.y ?? 0, width: node.width ?? 0, height: node.height ?? 0 }],
  ...(node.children ?? []).flatMap(boxesOf),
]

function waysOf(edge: ElkExtendedEdge, transition: TransitionShape): Way[] {
  const [label] = edge.labels ?? []
  return (edge.sections ?? []).map(({ id, startPoint, bendPoints = [], endPoint }) => ({
    id: `${edge.id} ${id}`,
    transition,
    points: [startPoint, ...bendPoints, endPoint],
    label:
      label === undefined
        ? undefined
        : { x: label.x ?? 0, y: label.y ?? 0, width: label.width ?? 0, height: label.height ?? 0 },
  }))
}

/** Places all states and transitions of a machine. Rejects when the layout engine does. */
export async function layOut(elk: Pick<ELK, 'layout'>, graph: MachineGraph): Promise<ChartLayout> {
  const [root] = graph.states
  if (root === undefined) return { width: 0, height: 0, boxes: new Map(), ways: [] }
  const byEdge = new Map(graph.transitions.flatMap((one) => edgesOf(one).map((edge) => [edge.id, one] as const)))
  const whole: ElkNode = {
    id: '',
    layoutOptions: OPTIONS,
    children: [nodeOf(graph, root)],
    edges: graph.transitions.flatMap(edgesOf),
  }
  const placed = await elk.layout(whole)
  const boxes = new Map((placed.children ?? []).flatMap(boxesOf))
  const ways = (placed.edges ?? []).flatMap((edge) => {
    const transition = byEdge.get(edge.id)
    return transition === undefined ? [] : waysOf(edge, transition)
  })
  return { width: placed.width ?? 0, height: placed.height ?? 0, boxes, ways }
}
