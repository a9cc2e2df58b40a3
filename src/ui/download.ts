/** Hands `value` to the browser as a JSON file to save. Nothing is sent anywhere. */
export function saveJson(fileName: string, value: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has read the address by then; kept longer it would hold the whole text in memory.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
