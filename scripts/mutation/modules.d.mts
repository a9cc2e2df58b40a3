export const REPORTS: string
export const MODULES: Readonly<
  Record<string, { readonly mutate: string[]; readonly tests: string[]; readonly isStatic?: true }>
>
