// The versions of the picture at hand in one row below it: where 继续优化 has led, and the way back to each of them and to the original.
// Nothing before there are two results, or a result is worked on: until then before and after say it all.
import { Button } from '@mantine/core'
import { IconArrowsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { VERSION_TEXTS } from '#rulebook/runs/version-texts.ts'
import type { Job } from '../../contract.ts'
import { type CurrentPicture, isSameSource } from '../picture/current-picture.ts'
import { recordsClient } from '../picture/records-client.ts'
import classes from './versions.module.css'
import { versionsOf } from './versions-of.ts'

const compareVersions = lazyPart(() => import('./compare-versions.tsx'))

interface VersionsRoomProps {
  readonly picture: CurrentPicture
  /** The finished run on it. */
  readonly job: Job | undefined
  readonly isBusy: boolean
  readonly onUse: (picture: CurrentPicture) => void
}

export function VersionsRoom({ picture, job, isBusy, onUse }: VersionsRoomProps) {
  const { source } = picture
  const isResult = 'parentJobId' in source
  const run = job?.id ?? (isResult ? source.parentJobId : undefined)
  const versions = useVersions(run)
  const [isComparing, setComparing] = useState(false)
  const Compare = useLazyPart(compareVersions, isComparing)?.CompareVersions
  if (versions.length < (isResult ? 2 : 3)) return null
  return (
    <section className={classes.room} aria-label={VERSION_TEXTS.title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{VERSION_TEXTS.title}</h2>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconArrowsHorizontal size={16} aria-hidden />}
          onClick={() => setComparing(true)}
        >
          {VERSION_TEXTS.compare}
        </Button>
      </div>
      <ul className={classes.row}>
        {versions.map(({ id, name, picture: version }) => {
          const isCurrent = isSameSource(version.source, source)
          return (
            <li key={id}>
              <button
                type="button"
                className={classes.version}
                aria-current={isCurrent || undefined}
                aria-label={fillText(isCurrent ? VERSION_TEXTS.current : VERSION_TEXTS.use, { name })}
                disabled={isBusy}
                onClick={() => !isCurrent && onUse(version)}
              >
                <img src={version.thumbnailAddress} alt="" loading="lazy" />
                <span>{name}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className={classes.hint}>{VERSION_TEXTS.hint}</p>
      {isComparing && Compare && (
        <Compare name={picture.name} versions={versions} onClose={() => setComparing(false)} />
      )}
    </section>
  )
}

/** Asked again when another run has brought a version; the row before stays meanwhile. */
function useVersions(run: string | undefined) {
  const { data } = useQuery({
    queryKey: ['history', 'versions', run],
    enabled: run !== undefined,
    queryFn: ({ signal }) => recordsClient.list({ run, limit: 1, offset: 0 }, { signal }),
    placeholderData: (before) => (run === undefined ? undefined : before),
  })
  const entry = run === undefined ? undefined : data?.entries[0]
  return entry ? versionsOf(entry) : []
}
