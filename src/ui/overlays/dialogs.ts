/** A pending confirm or alert. */
export interface DialogRequest {
  readonly id: number
  readonly kind: 'confirm' | 'alert'
  readonly title: string
  /** Details below the title; line breaks are preserved. */
  readonly text?: string | undefined
  readonly confirmText?: string | undefined
  readonly cancelText?: string | undefined
  /** Destructive: the confirm button is red and does not get the initial focus. */
  readonly danger?: boolean | undefined
}

export type ConfirmOptions = Omit<DialogRequest, 'id' | 'kind'>
export type AlertOptions = Pick<DialogRequest, 'title' | 'text' | 'confirmText'>

export interface Dialogs {
  /** Resolves to true if the user confirms, to false on Cancel and Escape. */
  readonly confirm: (options: ConfirmOptions) => Promise<boolean>
  /** Resolves when the user dismisses the message. */
  readonly alert: (options: AlertOptions) => Promise<void>
  /** The request on screen; others wait in a queue. */
  readonly current: () => DialogRequest | undefined
  readonly answer: (id: number, confirmed: boolean) => void
  readonly subscribe: (listener: () => void) => () => void
}

interface PendingDialog {
  readonly request: DialogRequest
  readonly resolve: (confirmed: boolean) => void
}

/** Promise-based, non-blocking replacement for the browser's alert and confirm. */
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
