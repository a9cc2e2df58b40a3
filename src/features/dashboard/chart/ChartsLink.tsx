import { Link } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide-react'
import { button } from '#src/ui/controls/Button.css.ts'
import { cx } from '#src/ui/cx.ts'
import { chartsLink } from './LiveChartCard.css.ts'

/** The way to the page of charts. */
export const ChartsLink = () => (
  <Link
    to="/charts"
    className={cx(chartsLink, button({ variant: 'secondary', size: 'small' }))}
    aria-label="Charts"
    title="Several charts"
  >
    <LayoutGrid size={14} aria-hidden="true" />
  </Link>
)
