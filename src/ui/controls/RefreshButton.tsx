import { RefreshCw } from 'lucide-react'
import { Spinner } from '../feedback/Spinner.tsx'
import { Button, type ButtonProps } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

export interface RefreshButtonProps extends Pick<ButtonProps, 'size'> {
  readonly isLoading: boolean
  readonly onRefresh: () => void
  /** Without its text, where there is no room for it. */
  readonly iconOnly?: boolean | undefined
}

/** Reloads what is listed beside it; busy while loading. */
export function RefreshButton({ size = 'medium', isLoading, onRefresh, iconOnly = false }: RefreshButtonProps) {
  const icon = <RefreshCw size={size === 'small' ? 14 : 16} aria-hidden="true" />
  return iconOnly ? (
    <IconButton
      label="Refresh"
      variant="secondary"
      size={size}
      icon={isLoading ? <Spinner size="small" /> : icon}
      aria-disabled={isLoading || undefined}
      aria-busy={isLoading || undefined}
      onClick={isLoading ? undefined : onRefresh}
    />
  ) : (
    <Button size={size} icon={icon} busy={isLoading} onClick={onRefresh}>
      Refresh
    </Button>
  )
}
