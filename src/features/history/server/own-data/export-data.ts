// The export of a person's own data (U-16): one streamed ZIP with everything that the service keeps about them. Passwords, tokens and
// storage keys stay out: they are no personal data, and exporting them would be a risk.
import { readOwnAccount, readOwnSignIns } from '#features/account/server/profile/profile.store.ts'
import { readOwnLedger } from '#features/credits/server/read-balance.ts'
import { listConsents } from '#features/processing/server/consent/consent.store.ts'
import { readOwnRows } from '#features/processing/server/jobs/job.store.ts'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import type { Tickets } from '#platform/server/http/signed-ticket.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import {
  createZipStream,
  uniqueNames,
  type ZipEntry,
  type ZipStream,
  zipSizeBytes,
} from '#platform/server/storage/zip-stream.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { EXPORT_FILES, EXPORT_README } from '#rulebook/history/archive-texts.ts'
import { archivedResultName, safeFileName } from '#rulebook/runs/file-names.ts'
import { dayOf } from '#rulebook/site/calendar.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { TicketOwner } from '../ticket-owner.ts'
import type { OwnDataParts } from './own-data-parts.ts'

export const EXPORT_PATH = '/api/account/data/export'
export type ExportClaims = TicketOwner

interface ExportParts
  extends Pick<OwnDataParts, 'database' | 'storage' | 'clock' | 'readPurchases' | 'readRefunds' | 'settings'> {
  readonly tickets: Tickets<ExportClaims>
}

export async function offerExport(
  parts: ExportParts,
  { userId, signInId }: TicketOwner,
): Promise<{ address: string; files: number; sizeBytes: number }> {
  const entries = await entriesOf(parts, userId)
  const ticket = await parts.tickets.issue({ userId, signInId })
  return { address: `${EXPORT_PATH}?ticket=${ticket}`, files: entries.length, sizeBytes: zipSizeBytes(entries) }
}

export async function openExport(parts: ExportParts, { userId }: ExportClaims): Promise<ZipStream> {
  return createZipStream(parts.storage, await entriesOf(parts, userId))
}

async function entriesOf(parts: ExportParts, userId: string): Promise<ZipEntry[]> {
  const own = await readOwn(parts.database, userId)
  const now = parts.clock.now()
  const date = dayOf(now.getTime(), parts.settings.timeZone)
  const text = (name: string, content: string): ZipEntry => ({
    name,
    lastModified: now,
    sizeBytes: Buffer.byteLength(content),
    content: { text: content },
  })
  const json = (name: string, value: unknown) => text(name, `${JSON.stringify(value, null, 2)}\n`)
  return [
    text(EXPORT_FILES.readme, fillText(EXPORT_README, { product: parts.settings.productName, date })),
    json(EXPORT_FILES.profile, { ...own.account, ...(await readOwnSignIns(parts.database, userId)) }),
    json(EXPORT_FILES.history, {
      uploads: own.uploads.map(withoutKeys),
      records: own.records.map(withoutKeys),
      shares: own.shares,
    }),
    json(EXPORT_FILES.credits, own.credits),
    json(EXPORT_FILES.bills, await parts.readPurchases(userId)),
    json(EXPORT_FILES.refunds, await parts.readRefunds(userId)),
    json(EXPORT_FILES.consents, own.consents),
    ...(await pictureEntries(parts.storage, own)),
  ]
}

type OwnRows = Awaited<ReturnType<typeof readOwn>>

const readOwn = (database: Database, userId: string) =>
  inUserScope(database, userId, async (tx) => ({
    account: await readOwnAccount(tx, userId),
    ...(await readOwnRows(tx)),
    credits: await readOwnLedger(tx),
    consents: await listConsents(tx),
  }))

async function pictureEntries(storage: ObjectStorage, { uploads, records }: OwnRows): Promise<ZipEntry[]> {
  const nameOf = uniqueNames()
  const entries: ZipEntry[] = []
  const add = async (key: string | null, folder: string, name: string, lastModified: Date) => {
    const object = key ? await storage.stat(key) : undefined
    if (key && object) {
      entries.push({ name: nameOf(`${folder}/${name}`), lastModified, sizeBytes: object.sizeBytes, content: { key } })
    }
  }
  for (const row of uploads)
    await add(row.ossUrl, EXPORT_FILES.originals, safeFileName(row.originalFilename), row.createdAt)
  for (const row of records) {
    const name = archivedResultName(row.originalFilename, modelByKey(row.modelKey)?.displayName ?? row.modelKey)
    await add(row.resultOssUrl, EXPORT_FILES.results, name, row.completedAt ?? row.createdAt)
  }
  return entries
}

/** Where files lie, and what a worker remembers, is ours and not about the person. */
const INTERNAL = /(OssUrl|ossUrl|Key|Url|^memory|^attempts|^heartbeatAt|^deadlineAt|^cancelRequested|^startKey)$/
const withoutKeys = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name === 'modelKey' || !INTERNAL.test(name)))
