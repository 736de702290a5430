// XML answers of S3 servers. Only four flat shapes are read, so no XML library is needed: listings are requested with keys in URL
// form (`encoding-type=url`), and where a server ignores that, the five entities of XML are undone.
import type { ListedObject } from '../object-storage.ts'

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text of the first element of this name. */
export function textIn(xml: string, element: string): string | undefined {
  const match = new RegExp(`<${element}(?:\\s[^>]*)?>([^<]*)</${element}>`).exec(xml)
  return match?.[1]?.replace(/&(?:(amp|lt|gt|quot|apos)|#(x?)([\da-f]+));/gi, (_, name, hex, digits) =>
    name ? ENTITIES[name.toLowerCase()]! : String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)),
  )
}

interface ListPage {
  readonly objects: readonly ListedObject[]
  /** Undefined on the last page. */
  readonly next: string | undefined
}

export function listPageIn(xml: string): ListPage {
  const isUrlForm = textIn(xml, 'EncodingType') === 'url'
  const objects = [...xml.matchAll(/<Contents>[\s\S]*?<\/Contents>/g)].map(([entry]) => {
    const key = textIn(entry, 'Key') ?? ''
    return {
      key: isUrlForm ? decodeURIComponent(key.replaceAll('+', ' ')) : key,
      storedAt: new Date(textIn(entry, 'LastModified') ?? ''),
      sizeBytes: Number(textIn(entry, 'Size')),
    }
  })
  const isCut = textIn(xml, 'IsTruncated') === 'true'
  return { objects, next: isCut ? textIn(xml, 'NextContinuationToken') : undefined }
}

export const completionOf = (etags: readonly string[]): string => {
  const parts = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}
