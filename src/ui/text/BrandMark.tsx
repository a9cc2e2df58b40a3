export interface BrandMarkProps {
  readonly size: number
  readonly className?: string | undefined
}

/** The logo: two candles in the text colour. Decorative; always beside the brand name. */
export function BrandMark({ size, className }: BrandMarkProps) {
  return (
    <svg className={className} viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path d="M6 1v4M6 15v4M14 1v2M14 11v8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <rect x="3" y="5" width="6" height="10" rx="1.5" fill="currentColor" />
      <rect x="12" y="4" width="4" height="6" rx="0.5" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
