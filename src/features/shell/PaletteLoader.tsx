import { lazy, Suspense, useCallback, useState } from 'react'
import { PaletteField } from '#src/ui/overlays/PaletteField.tsx'
import type { PaletteProps } from './Palette.tsx'

const Palette = lazy(() => import('./Palette.tsx'))

const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : undefined

/**
 * The command palette, with a field from the first moment on: what is typed before its code and the lists of strategies
 * and people are loaded stays in the field, and Enter counts.
 */
export function PaletteLoader({ targets, onClose }: Pick<PaletteProps, 'targets' | 'onClose'>) {
  const [opener] = useState(focused)
  const [query, setQuery] = useState('')
  const [isEntered, setEntered] = useState(false)
  const [isShown, setShown] = useState(false)
  const onShown = useCallback(() => setShown(true), [])
  const onEnter = () => setEntered(true)
  function onQuery(text: string): void {
    setEntered(false)
    setQuery(text)
  }
  return (
    <>
      {isShown ? null : (
        <PaletteField
          query={query}
          onQuery={onQuery}
          onEnter={onEnter}
          onClose={() => {
            onClose()
            opener?.focus()
          }}
        />
      )}
      <Suspense fallback={null}>
        <Palette {...{ targets, onClose, query, onQuery, isEntered, onEnter, onShown, opener }} />
      </Suspense>
    </>
  )
}
