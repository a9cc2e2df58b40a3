/** A question or a notice that waits for its answer. */
export interface DialogRequest {
  readonly id: number
  readonly kind: 'confirm' | 'alert'
  readonly title: string
  /** Exact text; each line break starts a paragraph. Absent when the title says it all. */
  readonly text?: string | undefined
  readonly confirmText?: string | undefined
  readonly cancelText?: string | undefined
  /** The answer destroys something: the button is red and not focused first. */
  readonly danger?: boolean | undefined
}

export type ConfirmOptions = Omit<DialogRequest, 'id' | 'kind'>
export type AlertOptions = Pick<DialogRequest, 'title' | 'text' | 'confirmText'>

export interface Dialogs {
  /** Asks; true only when the user confirms. Escape and Cancel are no. */
  readonly confirm: (options: ConfirmOptions) => Promise<boolean>
  /** Tells; resolves when it was read. */
  readonly alert: (options: AlertOptions) => Promise<void>
  /** The request on screen: one at a time, the others wait in order. */
  readonly current: () => DialogRequest | undefined
  readonly answer: (id: number, confirmed: boolean) => void
  readonly subscribe: (listener: () => void) => () => void
}

interface PendingDialog {
  readonly request: DialogRequest
  readonly resolve: (confirmed: boolean) => void
}

/** In-app alert and confirm: the calls wait like the browser's, the page does not. */
export function createDialogs(): Dialogs {
  const listeners = new Set<() => void>()
  let queue: readonly PendingDialog[] = []
  let nextId = 1

  function set(next: readonly PendingDialog[]): void {
    queue = next
    for (const listener of listeners) listener()
  }

  function ask(request: Omit<DialogRequest, 'id'>): Promise<boolean> {
    return new Promise((resolve) => set([...queue, { request: { ...request, id: nextId++ }, resolve }]))
  }

  return {
    confirm: (options) => ask({ ...options, kind: 'confirm' }),
    alert: async (options) => {
      await ask({ ...options, kind: 'alert' })
    },
    current: () => queue[0]?.request,
    answer: (id, confirmed) => {
      const pending = queue.find(({ request }) => request.id === id)
      if (pending === undefined) return
      set(queue.filter((other) => other !== pending))
      pending.resolve(confirmed)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
