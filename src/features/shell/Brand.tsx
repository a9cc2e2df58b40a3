import { BRAND } from '#contract/brand.ts'
import { BrandMark } from '#src/ui/text/BrandMark.tsx'
import { mark } from './Brand.css.ts'

export function Brand() {
  return (
    <>
      <BrandMark size={20} className={mark} />
      {BRAND}
    </>
  )
}
