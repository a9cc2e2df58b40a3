import { useSearch } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useAddressChange } from '#src/app/use-address.ts'
import type { ModelsCommands } from '#src/machines/models/commands.ts'
import type { ModelsActor } from '#src/machines/models/machine.ts'
import { modelList } from '#src/machines/models/selectors.ts'

/** The model whose details are open, in the address of the page. */
export interface ModelAddress {
  readonly model: string | undefined
  readonly open: (id: string) => void
  readonly close: () => void
}

/** From the search params of the page, and into them. */
export function useModelAddress(): ModelAddress {
  const model = useSearch({
    strict: false,
    select: ({ model: id }: Record<string, unknown>) => (typeof id === 'string' ? id : undefined),
  })
  const { open, close } = useAddressChange<{ model?: string | undefined }>()
  return useMemo(
    () => ({ model, open: (id) => open({ model: id }), close: () => close({ model: undefined }) }),
    [model, open, close],
  )
}

/** Opens and closes the details as the address says. Without one, they are opened and closed directly. */
export function useAddressedDetails(
  models: ModelsActor,
  commands: ModelsCommands,
  address: ModelAddress | undefined,
): ModelsCommands {
  // Details of a model that is not in the list stay closed.
  const isListed = useSelector(models, (snapshot) => modelList(snapshot).models !== undefined)
  const isAddressed = address !== undefined && isListed
  const model = address?.model
  useEffect(() => {
    if (!isAddressed) return
    if (model === undefined) commands.closeDetails()
    else commands.openDetails(model)
  }, [commands, isAddressed, model])
  return useMemo(
    () => (address === undefined ? commands : { ...commands, openDetails: address.open, closeDetails: address.close }),
    [commands, address],
  )
}
