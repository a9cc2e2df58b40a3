/** Has the browser save a text as a file. Nothing is sent anywhere. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the address by then; kept longer it would hold the whole text in memory.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}

/** Has the browser save a value as a JSON file. */
export const saveJson = (name: string, value: unknown): void =>
  download(name, 'application/json', JSON.stringify(value, null, 2))
