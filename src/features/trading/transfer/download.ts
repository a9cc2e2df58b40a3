/** Hands the browser a text to save as a file. */
export function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the blob once it has taken the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
