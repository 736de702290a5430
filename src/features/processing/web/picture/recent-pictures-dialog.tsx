// Choosing a picture that is on the server already: the person's own recent originals and results.
import { Button, Modal, Skeleton, Text } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { RECENT_PICTURE_TEXTS } from '#rulebook/runs/run-texts.ts'
import { FILE_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import type { RecordsPage } from '../../records-contract.ts'
import type { CurrentPicture } from './current-picture.ts'
import { type RecentPicture, recentPicturesOf } from './recent-pictures.ts'
import classes from './recent-pictures-dialog.module.css'
import { recordsClient } from './records-client.ts'

const PAGE_SIZE = 20

interface RecentPicturesDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChoose: (picture: CurrentPicture) => void
}

export function RecentPicturesDialog({ isOpen, onClose, onChoose }: RecentPicturesDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} size={760} title={RECENT_PICTURE_TEXTS.title}>
      {isOpen && (
        <Choice
          onChoose={(picture) => {
            onClose()
            onChoose(picture)
          }}
        />
      )}
    </Modal>
  )
}

const useRecent = () =>
  useInfiniteQuery({
    queryKey: ['history', 'recent'],
    queryFn: ({ pageParam, signal }) => recordsClient.list({ limit: PAGE_SIZE, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: RecordsPage, pages) => (last.hasMore ? pages.length * PAGE_SIZE : undefined),
    refetchOnMount: 'always',
  })

function Choice({ onChoose }: { readonly onChoose: (picture: CurrentPicture) => void }) {
  const recent = useRecent()
  if (recent.isError) return <LoadFailed text={messageOf(recent.error)} query={recent} />
  if (recent.isPending) return <Loading />
  const pictures = recentPicturesOf(recent.data.pages.flatMap(({ entries }) => entries))
  if (pictures.length === 0 && !recent.hasNextPage) return <Empty />
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {RECENT_PICTURE_TEXTS.intro}
      </Text>
      <ul className={classes.grid}>
        {pictures.map((recentPicture) => (
          <li key={JSON.stringify(recentPicture.picture.source)}>
            <PictureButton {...recentPicture} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {recent.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          fullWidth
          disabled={recent.isFetchingNextPage}
          onClick={() => void recent.fetchNextPage()}
        >
          {RECENT_PICTURE_TEXTS.more}
        </Button>
      )}
    </>
  )
}

type PictureButtonProps = RecentPicture & { readonly onChoose: (picture: CurrentPicture) => void }

function PictureButton({ kind, picture, onChoose }: PictureButtonProps) {
  const [isBroken, setBroken] = useState(false)
  const size = `${picture.width} × ${picture.height}`
  const label = { kind: RECENT_PICTURE_TEXTS[kind], name: picture.name, size }
  return (
    <button
      type="button"
      className={classes.item}
      onClick={() => onChoose(picture)}
      aria-label={fillText(RECENT_PICTURE_TEXTS.choose, label)}
    >
      <span className={classes.thumbnail}>
        {isBroken ? (
          <IconPhotoOff size={28} stroke={1.3} aria-hidden />
        ) : (
          <img src={picture.thumbnailAddress} alt="" loading="lazy" onError={() => setBroken(true)} />
        )}
        <span className={classes.kind} data-kind={kind}>
          {RECENT_PICTURE_TEXTS[kind]}
        </span>
      </span>
      <span className={classes.name}>{picture.name}</span>
      <span className={classes.size}>{size}</span>
    </button>
  )
}

const Loading = () => (
  <ul className={classes.grid} aria-busy>
    {['first', 'second', 'third', 'fourth'].map((place) => (
      <li key={place}>
        <Skeleton className={classes.waiting} radius="md" />
      </li>
    ))}
  </ul>
)

const Empty = () => (
  <div className={classes.empty}>
    <IconPhotoOff size={48} stroke={1.3} aria-hidden />
    <Text fw={600}>{RECENT_PICTURE_TEXTS.empty}</Text>
    <Text size="sm" c="dimmed">
      {fillText(RECENT_PICTURE_TEXTS.emptyHint, { days: FILE_RETENTION_DAYS })}
    </Text>
  </div>
)
