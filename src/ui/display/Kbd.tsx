import { key } from './Kbd.css.ts'

/** One key of the keyboard. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={key}>{children}</kbd>
}
