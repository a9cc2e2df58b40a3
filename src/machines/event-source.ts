import { fromCallback, type EventObject, type NonReducibleUnknown } from 'xstate'

/**
 * Actor logic that reports events to the machine that invokes it, until `start`'s returned function is called. Unlike
 * `sendBack` of `fromCallback`, `report` takes only events of type `TEvent`.
 */
export const eventSource = <TEvent extends EventObject, TInput = NonReducibleUnknown>(
  start: (report: (event: TEvent) => void, input: TInput) => (() => void) | void,
) => fromCallback<TEvent, TInput>(({ sendBack, input }) => start(sendBack, input))
