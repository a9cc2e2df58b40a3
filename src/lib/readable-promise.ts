/**
 * Lets React's `use` read a promise at once when it has been fulfilled, with the fields that `use` itself would set. Without
 * them a component waits for even a fulfilled promise, and the fallback it shows then stays for 300 ms.
 */
export function readablePromise<T>(promise: Promise<T>): Promise<T> {
  // A rejection is for the caller that reads the promise.
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value })).catch(() => undefined)
  return promise
}
