// Ways to a picture without a file at hand: the own history, or a sample.
import { Button, Group } from '@mantine/core'
import { IconHistory, IconPhotoHeart } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { http } from '#platform/web/http/http-helper.ts'
import { notifyError } from '#platform/web/ui/notices.tsx'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { SAMPLE_FORMAT, SAMPLE_NAME, sampleAddress } from '#rulebook/runs/tool-samples.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { CurrentPicture } from './current-picture.ts'
import classes from './uploader.module.css'

const RecentPicturesDialog = lazy(() =>
  import('./recent-pictures-dialog.tsx').then((module) => ({ default: module.RecentPicturesDialog })),
)

interface PictureSourcesProps {
  readonly model: ModelConfig
  readonly onFile: (file: File) => void
  readonly onHold: (picture: CurrentPicture) => void
}

export function PictureSources({ model, onFile, onHold }: PictureSourcesProps) {
  const [isOpen, setOpen] = useState<boolean>()
  const [isFetching, setFetching] = useState(false)
  const trySample = async () => {
    setFetching(true)
    try {
      onFile(await fetchSample(model))
    } catch {
      notifyError(UPLOADER_TEXTS.sampleFailed)
    } finally {
      setFetching(false)
    }
  }
  return (
    <Group gap={4} justify="center" className={classes.otherWays}>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconHistory size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {UPLOADER_TEXTS.recent}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconPhotoHeart size={18} aria-hidden />}
        disabled={isFetching}
        onClick={() => void trySample()}
      >
        {UPLOADER_TEXTS.sample}
      </Button>
      {/* Loaded with the first press, and kept then so that it can fade out. */}
      {isOpen !== undefined && (
        <Suspense>
          <RecentPicturesDialog isOpen={isOpen} onClose={() => setOpen(false)} onChoose={onHold} />
        </Suspense>
      )}
    </Group>
  )
}

async function fetchSample(model: ModelConfig): Promise<File> {
  return new File([await http.download(sampleAddress(model), { isOpen: true })], SAMPLE_NAME, { type: SAMPLE_FORMAT })
}
