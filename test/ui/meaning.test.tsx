import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Slider } from '#src/ui/controls/Slider.tsx'
import { Figure } from '#src/ui/data/Figure.tsx'
import { Gauge } from '#src/ui/data/Gauge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { meaningText } from '#src/ui/data/meaning.ts'
import { Meter } from '#src/ui/data/Meter.tsx'
import { Table } from '#src/ui/table/Table.tsx'

const MEANING = { kind: 'evidence', says: 'The share that agrees.' } as const
const TEXT = 'Evidence, not a probability. The share that agrees.'

describe('[FG-22] a figure says what it is', () => {
  it('in words, with its record', () => {
    expect(meaningText(MEANING)).toBe(TEXT)
    expect(meaningText({ kind: 'probability', says: 'That it lasts.', record: 'right in 46 of 100' })).toBe(
      'Probability. That it lasts. Record: right in 46 of 100.',
    )
    expect(meaningText({ kind: 'measurement' })).toBe('Measurement.')
  })

  it.each([
    ['meter', <Meter key="" label="Confidence" value={0.5} text="50%" meaning={MEANING} />],
    ['gauge', <Gauge key="" label="Confidence" value={0.5} text="50%" meaning={MEANING} />],
    [
      'text',
      <Figure key="" meaning={MEANING}>
        Confidence
      </Figure>,
    ],
    ['list', <KeyValueList key="" items={[{ label: 'Confidence', value: '50%', meaning: MEANING }]} />],
    [
      'slider',
      <Slider key="" label="Confidence" value={1} min={0} max={2} onChange={() => undefined} meaning={MEANING} />,
    ],
    [
      'table',
      <Table
        key=""
        caption="Sources"
        columns={[{ id: 'c', header: 'Confidence', meaning: MEANING, cell: () => '50%' }]}
        rows={[1]}
        rowKey={String}
        empty="none"
      />,
    ],
  ])('on hover and to assistive technology: %s', (_, element) => {
    const { container } = render(element)
    expect(screen.getByText('Confidence').closest('[title]')).toHaveAttribute('title', TEXT)
    expect(container.querySelector('[aria-description]')).toHaveAttribute('aria-description', TEXT)
  })
})
