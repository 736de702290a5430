// The result inside WeChat and its like, which ignore downloads: a plain picture to press long, and the way to the full file.
import { Text } from '@mantine/core'
import { fillText } from '#rulebook/fill-text.ts'
import { RESULT_TEXTS } from '#rulebook/tool-page-texts.ts'
import type { Job } from '../../contract.ts'
import classes from './result-bar.module.css'

interface InAppResultProps {
  readonly result: NonNullable<Job['result']>
  readonly name: string
}

export function InAppResult({ result, name }: InAppResultProps) {
  const { viewAddress, width, height } = result
  return (
    <figure className={classes.inApp}>
      <img src={viewAddress} width={width} height={height} alt={fillText(RESULT_TEXTS.pictureOf, { name })} />
      <figcaption>
        <Text fw={600}>{RESULT_TEXTS.longPress}</Text>
        <Text size="sm" c="dimmed">
          {RESULT_TEXTS.inAppHint}
        </Text>
      </figcaption>
    </figure>
  )
}
