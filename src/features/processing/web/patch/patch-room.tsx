// The way to a free look: on a tool page below the picture, in the catalogue below the recommended tools. What it opens is loaded then.
import { IconEyeCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'
import { modelsToCompare, PATCH_TEXTS } from '#rulebook/runs/patches.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import { capabilitiesQuery } from '../run/model-queries.ts'
import classes from './patch.module.css'
import type { Trial } from './use-patches.ts'

export const patchTry = lazyPart(() => import('./patch-try.tsx'))

interface PatchRoomProps {
  /** The one that matters first; its neighbours are shown beside it. */
  readonly models: readonly [ModelConfig, ...ModelConfig[]]
  readonly picture: CurrentPicture
  /** Trial by the tool of this page; absent in the catalogue. */
  readonly current?: Trial
}

export function PatchRoom({ models, picture, current }: PatchRoomProps) {
  const [isOpen, setOpen] = useState(false)
  const Try = useLazyPart(patchTry, isOpen)?.PatchTry
  const capabilities = useQuery(capabilitiesQuery(models[0].key))
  // Its room is there from the start: the parameters below must not move on a phone.
  if (capabilities.data?.hasPatches === false) return null
  if (isOpen && Try)
    return <Try picture={picture} models={modelsToCompare(models)} current={current} onClose={() => setOpen(false)} />
  return (
    <button type="button" className={classes.open} aria-busy={isOpen} onClick={() => setOpen(true)}>
      <IconEyeCheck size={20} aria-hidden />
      <span className={classes.openText}>{PATCH_TEXTS.open}</span>
      <span className={classes.free}>{PATCH_TEXTS.free}</span>
    </button>
  )
}
