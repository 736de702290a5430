// Text to the clipboard, also in old engines and on pages without a secure context, where the clipboard is reached by a selection only.

/** Whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // no keyboard comes up
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  // Beside what has the focus: a dialog takes the focus back from anything outside it.
  const home = document.activeElement?.parentElement ?? document.body
  const focused = document.activeElement
  home.append(field)
  field.select()
  const isCopied = document.execCommand?.('copy') ?? false
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
