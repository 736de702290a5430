// "先试一小块，不扣积分": a spot of the picture, and what up to three models make of it, side by side at 100 % (decision 0099).
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Choice, ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { PATCH_SPOT_TEXTS, patchSpots } from '#rulebook/runs/patch-spots.ts'
import { PATCH_SIDE_PX, PATCH_TEXTS } from '#rulebook/runs/patches.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import classes from './patch.module.css'
import { PatchSpot } from './patch-spot.tsx'
import { PatchTile } from './patch-tile.tsx'
import { automatic, type Spot, type Trial, usePatches, useTriable } from './use-patches.ts'

type Shown = 'before' | 'after'
const SHOWN: readonly Choice<Shown>[] = [
  { value: 'before', label: PATCH_TEXTS.original },
  { value: 'after', label: PATCH_TEXTS.processed },
]

interface PatchTryProps {
  readonly picture: CurrentPicture
  /** In the order in which they are shown; only those whose provider allows it are. */
  readonly models: readonly ModelConfig[]
  /** The tool of this page with the values of its panel; absent in the catalogue. */
  readonly current: Trial | undefined
  readonly onClose: () => void
}

export function PatchTry({ models, ...rest }: PatchTryProps) {
  const triable = useTriable(models)
  if (!triable || triable.length === 0) return null
  return <Looks key={triable.map(({ key }) => key).join()} models={triable} {...rest} />
}

function Looks({ picture, models, current, onClose }: PatchTryProps) {
  const [chosen, setChosen] = useState<Spot>()
  const [tried, setTried] = useState(current)
  const [shown, setShown] = useState<Shown>('after')
  const trials = models.map((model) => (tried?.modelKey === model.key ? tried : automatic(model)))
  const { spot, patches } = usePatches(picture.source, trials, chosen)
  const first = patches[0]!.data
  const isChanged = current !== undefined && JSON.stringify(current) !== JSON.stringify(tried)
  return (
    <section className={classes.card} aria-label={PATCH_TEXTS.title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{PATCH_TEXTS.title}</h2>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          {PATCH_TEXTS.close}
        </Button>
      </div>
      <p className={classes.hint}>
        {PATCH_TEXTS.hint}
        {first &&
          fillText(PATCH_SPOT_TEXTS.note, { n: patchSpots({ width: first.resultWidth, height: first.resultHeight }) })}
      </p>
      <div className={classes.choice}>
        <PatchSpot picture={picture} spot={spot} part={partOf(picture, first)} onChoose={setChosen} />
        <div className={classes.facts}>
          <ChoiceBar label={PATCH_TEXTS.shown} choices={SHOWN} value={shown} onChange={setShown} />
          {first && <p>{fillText(PATCH_TEXTS.size, { width: first.resultWidth, height: first.resultHeight })}</p>}
          {isChanged && (
            <Button size="compact-sm" variant="light" onClick={() => setTried(current)}>
              {PATCH_TEXTS.again}
            </Button>
          )}
        </div>
      </div>
      <ul className={classes.tiles}>
        {models.map((model, i) => (
          <PatchTile
            key={model.key}
            model={model}
            isCurrent={model.key === current?.modelKey}
            query={patches[i]!}
            showsOriginal={shown === 'before'}
          />
        ))}
      </ul>
    </section>
  )
}

interface Seen {
  readonly width: number
  readonly height: number
  readonly resultWidth: number
  readonly resultHeight: number
}

const partOf = ({ width, height }: CurrentPicture, first: Seen | undefined) =>
  first
    ? { width: first.width / first.resultWidth, height: first.height / first.resultHeight }
    : { width: Math.min(1, PATCH_SIDE_PX / width), height: Math.min(1, PATCH_SIDE_PX / height) }
