import * as css from './Kbd.css.ts'

/** One key of the keyboard. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={css.key}>{children}</kbd>
}
