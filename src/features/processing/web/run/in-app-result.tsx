// The result inside WeChat and its like, which ignore downloads: a plain picture to press long, and the way to the full file.
import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { OpenInBrowserGuide } from '#platform/web/in-app/open-in-browser-guide.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { RESULT_TEXTS } from '#rulebook/runs/run-texts.ts'
import { IN_APP_TEXTS, type InAppBrowser } from '#rulebook/site/in-app-browsers.ts'
import type { Job } from '../../contract.ts'
import classes from './result-bar.module.css'

interface InAppResultProps {
  readonly app: InAppBrowser
  readonly result: NonNullable<Job['result']>
  readonly name: string
}

export function InAppResult({ app, result, name }: InAppResultProps) {
  const { viewAddress, downloadAddress, width, height } = result
  const [isGuideOpen, setGuideOpen] = useState(false)
  return (
    <>
      <figure className={classes.inApp}>
        <img src={viewAddress} width={width} height={height} alt={fillText(RESULT_TEXTS.pictureOf, { name })} />
        <figcaption>
          <Text fw={600}>{IN_APP_TEXTS.longPress}</Text>
          <Text size="sm" c="dimmed">
            {IN_APP_TEXTS.hint}
          </Text>
        </figcaption>
      </figure>
      <Button
        variant="default"
        size="lg"
        leftSection={<IconDownload size={20} aria-hidden />}
        onClick={() => setGuideOpen(true)}
        aria-haspopup="dialog"
      >
        {IN_APP_TEXTS.open}
      </Button>
      <OpenInBrowserGuide
        app={app}
        downloadAddress={downloadAddress}
        isOpen={isGuideOpen}
        onClose={() => setGuideOpen(false)}
      />
    </>
  )
}
