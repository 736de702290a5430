// One model's look at the spot, at 100 %: the result, and the picture while it is held or asked for.
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PATCH_TEXTS } from '#rulebook/runs/patches.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { Patch } from '../../contract.ts'
import classes from './patch.module.css'

interface PatchTileProps {
  readonly model: ModelConfig
  readonly isCurrent: boolean
  readonly query: UseQueryResult<Patch>
  readonly showsOriginal: boolean
}

export function PatchTile({ model, isCurrent, query, showsOriginal }: PatchTileProps) {
  const { data, error, isFetching, refetch } = query
  return (
    <li className={classes.tile}>
      <div className={classes.view} aria-busy={isFetching}>
        {data && <PatchView patch={data} model={model} showsOriginal={showsOriginal} />}
        {isFetching && (
          <p role="status" className={classes.working}>
            {PATCH_TEXTS.working}
          </p>
        )}
        {error && !isFetching && (
          <div role="alert" className={classes.working}>
            <p>{messageOf(error)}</p>
            {codeOf(error) !== 'patch-spots' && (
              <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
                {PATCH_TEXTS.retry}
              </Button>
            )}
          </div>
        )}
      </div>
      <div className={classes.caption}>
        <span className={classes.name}>{model.displayName}</span>
        <span className={classes.price}>{fillText(CREDIT_TEXTS.credits, { credits: model.credits })}</span>
        {isCurrent ? (
          <span className={classes.current}>{PATCH_TEXTS.chosen}</span>
        ) : (
          <Link to={model.route} className={classes.use} aria-label={`${PATCH_TEXTS.use}：${model.displayName}`}>
            {PATCH_TEXTS.use}
          </Link>
        )}
      </div>
    </li>
  )
}

interface PatchViewProps extends Pick<PatchTileProps, 'model' | 'showsOriginal'> {
  readonly patch: Patch
}

/** One pixel of the result is one of the screen. */
function PatchView({ patch, model, showsOriginal }: PatchViewProps) {
  const [isHeld, setHeld] = useState(false)
  const isOriginal = showsOriginal || isHeld
  const perPixel = window.devicePixelRatio || 1
  const size = { width: patch.width / perPixel, height: patch.height / perPixel }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding is a second way; the switch above works with keyboard and screen reader
    <div
      className={classes.hold}
      onPointerDown={() => setHeld(true)}
      onPointerUp={() => setHeld(false)}
      onPointerLeave={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className={classes.clip} style={size}>
        <img
          src={patch.address}
          alt={isOriginal ? PATCH_TEXTS.beforeAlt : fillText(PATCH_TEXTS.after, { model: model.displayName })}
          width={2 * size.width}
          height={size.height}
          draggable={false}
          data-original={isOriginal || undefined}
        />
      </div>
      {isOriginal && <span className={classes.badge}>{PATCH_TEXTS.original}</span>}
    </div>
  )
}
