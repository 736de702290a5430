// What a person has used of the storage and of today's uploads: seen before the limit refuses something (UPLOADS_PER_DAY, STORAGE_PER_PERSON_MB).
import { Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fillText } from '#rulebook/fill-text.ts'
import { ALLOWANCE_TEXTS } from '#rulebook/pictures/allowance-texts.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { processingClient } from '../processing-client.ts'

/** From here on it is coloured, because it will end soon. */
const NEARLY_FULL = 0.9

/** Absent when it cannot be read: the limits say themselves when they are reached. */
export function UploadAllowance() {
  const { data } = useQuery({
    queryKey: ['history', 'allowance'],
    queryFn: ({ signal }) => processingClient.uploads.allowance(undefined, { signal }),
  })
  if (!data) return null
  const used = data.storedBytes / data.storageBytes
  const isFull = used >= NEARLY_FULL
  const isDayOver = data.uploadsToday >= data.uploadsPerDay * NEARLY_FULL
  return (
    <section aria-label={ALLOWANCE_TEXTS.title}>
      <Progress
        size="sm"
        value={Math.min(100, used * 100)}
        {...(isFull && { color: 'orange' })}
        aria-label={ALLOWANCE_TEXTS.title}
      />
      <Text size="xs" c={isFull || isDayOver ? 'orange.9' : 'dimmed'} mt={6}>
        {fillText(ALLOWANCE_TEXTS.used, {
          used: data.storedBytes === 0 ? '0' : sizeText(data.storedBytes),
          limit: sizeText(data.storageBytes),
          today: data.uploadsToday,
          daily: data.uploadsPerDay,
        })}
      </Text>
      {/* Room comes by removing pictures, another upload of today does not. */}
      {(isFull || isDayOver) && (
        <Text size="xs" c="orange.9">
          {isFull ? ALLOWANCE_TEXTS.nearlyFull : ALLOWANCE_TEXTS.dayNearlyOver}
        </Text>
      )}
    </section>
  )
}
