// Reads an email as it went over the wire: headers, and the plain and HTML form of `multipart/alternative` (RFC 2045, 2047).

interface Part {
  readonly headers: Readonly<Record<string, string>>
  readonly lines: readonly string[]
}

export function readEmail(lines: readonly string[]): { subject: string; text: string; html: string } {
  const message = splitHeaders(lines)
  const boundary = /boundary="([^"]+)"/.exec(message.headers['content-type'] ?? '')?.[1]
  const parts = boundary ? partsOf(message.lines, boundary) : [message]
  const bodyOf = (type: string) => {
    const part = parts.find(({ headers }) => headers['content-type']?.startsWith(type))
    return part ? decodeBody(part) : ''
  }
  return {
    subject: decodeWords(message.headers.subject ?? ''),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  }
}

function splitHeaders(lines: readonly string[]): Part {
  const end = lines.indexOf('')
  const unfolded = lines
    .slice(0, end)
    .join('\n')
    .replace(/\n[ \t]+/g, ' ')
  const headers = unfolded.split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries(headers), lines: lines.slice(end + 1) }
}

function partsOf(lines: readonly string[], boundary: string): Part[] {
  const marks = lines.flatMap((line, index) => (line.startsWith(`--${boundary}`) ? [index] : []))
  return marks.slice(0, -1).map((mark, index) => splitHeaders(lines.slice(mark + 1, marks[index + 1])))
}

function decodeBody({ headers, lines }: Part): string {
  switch (headers['content-transfer-encoding']) {
    case 'base64':
      return Buffer.from(lines.join(''), 'base64').toString('utf8')
    case 'quoted-printable':
      return quotedPrintable(lines.join('\n').replace(/=\n/g, ''))
    default:
      return lines.join('\n')
  }
}

/** Encoded words beside each other are one: the space between them belongs to neither. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    )

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
