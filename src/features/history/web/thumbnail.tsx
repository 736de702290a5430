// A small picture; one that is gone or broken shows the placeholder instead (document 1 §2).
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import classes from './history-page.module.css'

interface ThumbnailProps {
  /** Undefined where the file was removed. */
  readonly address: string | undefined
  readonly alt: string
  readonly isSmall?: boolean
}

export function Thumbnail({ address, alt, isSmall }: ThumbnailProps) {
  const [brokenAddress, setBroken] = useState<string>()
  const isShown = address !== undefined && address !== brokenAddress
  return (
    <div className={classes.thumbnail} data-small={isSmall || undefined}>
      {isShown ? (
        <img src={address} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(address)} />
      ) : (
        <IconPhotoOff
          size={isSmall ? 20 : 32}
          stroke={1.3}
          role="img"
          aria-label={HISTORY_PAGE_TEXTS.brokenThumbnail}
          data-testid="thumbnail-placeholder"
        />
      )}
    </div>
  )
}
