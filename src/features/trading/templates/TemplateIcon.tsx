import { Blocks, CandlestickChart, Layers, ShieldCheck, Zap, type LucideIcon } from 'lucide-react'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'Conservative Trend Following': ShieldCheck,
  'Aggressive Scalping': Zap,
  'Balanced Multi-Timeframe': Layers,
  'Pattern-Based Trading': CandlestickChart,
}

/** The icon of a built-in template by name, or a default. */
export function TemplateIcon({ name }: { readonly name: string }) {
  const Icon = (Object.hasOwn(ICONS, name) ? ICONS[name] : undefined) ?? Blocks
  return <Icon size={18} aria-hidden="true" />
}
