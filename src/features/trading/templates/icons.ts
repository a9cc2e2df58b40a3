import { Blocks, CandlestickChart, Layers, ShieldCheck, Zap, type LucideIcon } from 'lucide-react'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'Conservative Trend Following': ShieldCheck,
  'Aggressive Scalping': Zap,
  'Balanced Multi-Timeframe': Layers,
  'Pattern-Based Trading': CandlestickChart,
}

/** The icon of a template, by its name. */
export const iconOf = (name: string): LucideIcon => (Object.hasOwn(ICONS, name) ? ICONS[name] : undefined) ?? Blocks
