/** Saves a text or an image as a file through the browser; nothing is sent to a server. */
export function download(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the URL by then; revoking it frees the memory.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}

/** Saves a value as a JSON file. */
export const saveJson = (name: string, value: unknown): void =>
  download(name, 'application/json', JSON.stringify(value, null, 2))
