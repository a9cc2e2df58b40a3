import { readdirSync, readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import UiScreen from '#src/features/dev/UiScreen.tsx'

it('[UI-13] shows every UI component', () => {
  const shown = readdirSync('src/features/dev')
    .map((name) => readFileSync(`src/features/dev/${name}`, 'utf8'))
    .join('\n')
  const internal = new Set(['Field', 'DialogHost', 'ToastHost', 'VisuallyHidden', 'ErrorState', 'CenteredPage'])
  const missing = ['controls', 'fields', 'overlays', 'display', 'table']
    .flatMap((folder) => readdirSync(`src/ui/${folder}`))
    .filter((name) => /^[A-Z].*\.tsx$/.test(name))
    .map((name) => name.replace('.tsx', ''))
    .filter((name) => !internal.has(name) && !new RegExp(`<${name}\\b`).test(shown))
  expect(missing).toEqual([])
})

it('[UI-13] works without a server', () => {
  render(<UiScreen />)
  expect(screen.getByRole('heading', { level: 1, name: 'Components' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Signing In...', busy: true })).toHaveLength(4)
})
