// The header that makes a browser save an answer under a name instead of showing it.

/** RFC 6266 with the name in RFC 5987 form, and a plain form for old clients. */
export function attachment(name: string | undefined): string {
  if (name === undefined) return 'attachment'
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
