// The implicit label of AI content (GB 45438-2025 §6.1 and Annex E; 标识办法 art. 5): one JSON of seven texts in the XMP of every result.
// Existing labels are read leniently, wherever tools put them; ours is written strictly, once (decision 0090).
import type { Metadata } from 'sharp'
import type { LabelRequest } from '../../engine-types.ts'
import type { ExifBlock } from './exif-block.ts'

const FIELDS = [
  'Label',
  'ContentProducer',
  'ProduceID',
  'ReservedCode1',
  'ContentPropagator',
  'PropagateID',
  'ReservedCode2',
] as const
type Field = (typeof FIELDS)[number]
export type AiLabel = Readonly<Record<Field, string>>

const NAMESPACE = 'http://www.tc260.org.cn/ns/AIGC/1.0/'
const VALUE_MAX_CHARACTERS = 1024
const JSON_MAX_CHARACTERS = 65_536
/** 1 is, 2 may be, 3 is suspected to be AI content. */
const LABELS = new Set(['1', '2', '3'])
const USER_COMMENT = 0x9286
const IMAGE_DESCRIPTION = 0x010e

/** What a file says of itself, in the order of the standard's channels. */
export function findLabel(metadata: Metadata | undefined, exif: ExifBlock | undefined): AiLabel | undefined {
  const comments = metadata?.comments?.filter(({ keyword }) => keyword === 'AIGC').map(({ text }) => text) ?? []
  const texts = [
    exif?.photo.find(({ tag }) => tag === USER_COMMENT)?.value.subarray(8),
    exif?.image.find(({ tag }) => tag === IMAGE_DESCRIPTION)?.value,
  ].flatMap((value) => (value ? [value.toString('utf8').replace(/\0+$/, '')] : []))
  const places = [inXmp(xmpOf(metadata)), ...comments, ...texts.filter((text) => text.includes('AIGC'))]
  for (const text of places) {
    const label = text === undefined ? undefined : parseLabel(text)
    if (label) return label
  }
  return undefined
}

export const xmpOf = (metadata: Metadata | undefined): string => metadata?.xmp?.toString('utf8') ?? ''

/** As an element or as an attribute, under whatever prefix the file binds to the namespace. */
function inXmp(xmp: string): string | undefined {
  const bound = xmp.indexOf(NAMESPACE)
  const prefix =
    bound < 0
      ? undefined
      : /xmlns:([A-Za-z_][\w-]{0,40})\s*=\s*["']$/.exec(xmp.slice(Math.max(0, bound - 80), bound))?.[1]
  if (!prefix) return undefined
  const element = new RegExp(`<${prefix}:AIGC(?:\\s[^>]*)?>([^<]*)<`).exec(xmp)?.[1]
  const attribute = new RegExp(`\\s${prefix}:AIGC\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`).exec(xmp)
  const found = element ?? attribute?.[1] ?? attribute?.[2]
  return found === undefined ? undefined : unescapeXml(found)
}

/** Bare or wrapped in an outer `AIGC`; at least one known field must be there. */
function parseLabel(text: string): AiLabel | undefined {
  const json = text.slice(0, JSON_MAX_CHARACTERS).trim()
  let found: unknown
  try {
    found = JSON.parse(json.slice(Math.max(0, json.indexOf('{'))))
  } catch {
    return undefined
  }
  const fields = ((found as { AIGC?: unknown } | null)?.AIGC ?? found) as Readonly<Record<string, unknown>> | null
  if (typeof fields !== 'object' || !fields || !FIELDS.some((field) => field in fields)) return undefined
  const textOf = (field: Field) =>
    oneLine(['string', 'number'].includes(typeof fields[field]) ? String(fields[field]) : '')
  const label = Object.fromEntries(FIELDS.map((field) => [field, textOf(field)])) as Record<Field, string>
  return { ...label, Label: LABELS.has(label.Label) ? label.Label : '1' }
}

/** Without anything that could break the packet around it. */
const oneLine = (text: string) =>
  [...text]
    .filter((sign) => sign >= ' ' && sign !== '\u007f')
    .join('')
    .slice(0, VALUE_MAX_CHARACTERS)

/** A label that came with the picture keeps its producer and names us as the distributor; only an unlabelled one becomes ours. */
export function labelOf(found: AiLabel | undefined, { producer, produceId }: LabelRequest): AiLabel {
  if (found) return { ...found, ContentPropagator: producer, PropagateID: produceId, ReservedCode2: '' }
  return {
    Label: '1',
    ContentProducer: producer,
    ProduceID: produceId,
    ReservedCode1: '',
    ContentPropagator: '',
    PropagateID: '',
    ReservedCode2: '',
  }
}

/** IPTC's word for how a picture came to be, kept where it was said. */
const sourceTypeIn = (xmp: string): string | undefined =>
  /http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/[A-Za-z]{3,60}/.exec(xmp)?.[0]

/** The only XMP of a result: of the source's own it takes the label and the IPTC word, never its history, names or places. */
export function xmpWith(label: AiLabel, sourceXmp: string): string {
  const sourceType = sourceTypeIn(sourceXmp)
  const iptc = sourceType
    ? `<Iptc4xmpExt:DigitalSourceType xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">${sourceType}</Iptc4xmpExt:DigitalSourceType>`
    : ''
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:TC260="${NAMESPACE}"><TC260:AIGC>${escapeXml(JSON.stringify(label))}</TC260:AIGC>${iptc}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const unescapeXml = (text: string) =>
  text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name: string) =>
    name ? ENTITIES[name.toLowerCase()]! : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  )
