import { useSearch } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useAddressChange } from '#src/app/use-address.ts'
import { modelList, type ModelsActor, type ModelsCommands } from '#src/machines/models/machine.ts'
import { modelsSearch, NO_TABLE, type ModelsSearch } from './search.ts'

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

/** The table of models in the address of the page. */
export interface ModelTableAddress {
  readonly search: ModelsSearch
  readonly open: () => void
  /** Sorts, filters or pages: no history entry, so that Back closes the table. */
  readonly change: (part: ModelsSearch) => void
  readonly close: () => void
}

/** From the search params of the page, and into them. */
export function useModelTableAddress(): ModelTableAddress {
  const search = useSearch({ strict: false, select: modelsSearch, structuralSharing: true })
  const { open, replace, close } = useAddressChange<ModelsSearch>()
  const changes = useMemo(
    () => ({ open: () => open({ models: 'table' }), change: replace, close: () => close(NO_TABLE) }),
    [open, replace, close],
  )
  return useMemo(() => ({ search, ...changes }), [search, changes])
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
