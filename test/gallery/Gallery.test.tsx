import { readdirSync, readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Gallery } from './Gallery.tsx'

it('[UI-13] shows every UI component', () => {
  const shown = readdirSync('test/gallery')
    .filter((name) => name !== 'Gallery.test.tsx')
    .map((name) => readFileSync(`test/gallery/${name}`, 'utf8'))
    .join('\n')
  const parts = [
    'Field',
    'DialogHost',
    'PaletteField',
    'ToastHost',
    'RawTable',
    'SelectBox',
    'TableHeader',
    'SortButton',
    'BulkBar',
    'BulkDialog',
    'TopSlot',
  ]
  const internal = new Set([...parts, 'ColumnsMenu', 'Pagination', 'VisuallyHidden', 'ErrorState', 'CenteredPage'])
  const missing = ['cards', 'controls', 'data', 'feedback', 'fields', 'overlays', 'table', 'text']
    .flatMap((folder) => readdirSync(`src/ui/${folder}`))
    .filter((name) => /^[A-Z].*\.tsx$/.test(name))
    .map((name) => name.replace('.tsx', ''))
    .filter((name) => !internal.has(name) && !new RegExp(`<${name}\\b`).test(shown))
  expect(missing).toEqual([])
})

it('[UI-13] works without a server', () => {
  render(<Gallery />)
  expect(screen.getByRole('heading', { level: 1, name: 'Components' })).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: 'Signing In...', busy: true })).toHaveLength(4)
})
