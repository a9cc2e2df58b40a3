import { formatNumber, formatPercent } from '#src/ui/format/number.ts'

/** A text or attribute of a card that may change, with its current value. */
interface Slot {
  readonly node: Text | Element
  /** Undefined for text. */
  readonly attribute: string | undefined
  readonly value: string
}

const IDS = /^(id|for|aria-(labelledby|controls|describedby))$/

/** Every text and attribute of a card, in the order of the document. */
export function collect(card: Element): readonly Slot[] {
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  const slots: Slot[] = []
  for (let node: Node | null = card; node !== null; node = walker.nextNode()) {
    if (node instanceof Text) slots.push({ node, attribute: undefined, value: node.data })
    else if (node instanceof Element)
      for (const { name, value } of node.attributes) if (!IDS.test(name)) slots.push({ node, attribute: name, value })
  }
  return slots
}

/** Formats the text again on each write, as any renderer would have to. */
function formatting(text: string): () => string {
  const [, figure = '', decimals = '', percent] = /^(\d[\d,]*(?:\.(\d+))?)(%?)$/.exec(text) ?? []
  if (figure === '') return () => text
  const value = Number(figure.replaceAll(',', ''))
  return percent === '%'
    ? () => formatPercent(value / 100, decimals.length)
    : () => formatNumber(value, decimals.length)
}

/**
 * Writes one card's pictures straight into its nodes: only what changed, nothing looked up. Pictures with other nodes than
 * the last, which is the one that is drawn, are left out.
 */
export function createWriter(pictures: readonly (readonly Slot[])[]): (count: number) => void {
  const drawn = pictures.at(-1) ?? []
  const same = pictures.filter(
    (picture) =>
      picture.length === drawn.length &&
      picture.every(
        ({ node, attribute }, index) => node === drawn[index]?.node && attribute === drawn[index].attribute,
      ),
  )
  const moving = drawn.flatMap((slot, index) => {
    const values = same.map((picture) => picture[index]?.value ?? '')
    return values.some((value) => value !== slot.value) ? [{ ...slot, values: values.map(formatting) }] : []
  })
  const shown = moving.map(({ value }) => value)
  Object.assign(window, { pictures: [...(Reflect.get(window, 'pictures') ?? []), [same.length, moving.length]] })
  return (count) => {
    for (const [index, { node, attribute, values }] of moving.entries()) {
      const value = values[count % values.length]?.() ?? ''
      if (value === shown[index]) continue
      shown[index] = value
      if (node instanceof Text) node.data = value
      else if (attribute !== undefined) node.setAttribute(attribute, value)
    }
  }
}
