import { RefreshCw } from 'lucide-react'
import { Button, type ButtonProps } from './Button.tsx'

export interface RefreshButtonProps extends Pick<ButtonProps, 'size'> {
  readonly isLoading: boolean
  readonly onRefresh: () => void
}

/** Reloads what is listed beside it; busy while loading. */
export function RefreshButton({ size = 'medium', isLoading, onRefresh }: RefreshButtonProps) {
  const icon = <RefreshCw size={size === 'small' ? 14 : 16} aria-hidden="true" />
  return (
    <Button size={size} icon={icon} busy={isLoading} onClick={onRefresh}>
      Refresh
    </Button>
  )
}
