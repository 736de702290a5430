// What the look at the picture has found: the tools for it, the way to the sign-in for a visitor, or nothing where it could not be measured.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { findingsText } from '#rulebook/runs/picture-findings.ts'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import { isInGoodShape, recommendationsFor } from '#rulebook/runs/recommendations.ts'
import { loginAddress } from '#rulebook/site/guard.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { type CurrentPicture, currentPicture } from '../picture/current-picture.ts'
import { claimTrial } from '../picture/use-current-picture.ts'
import classes from './catalogue-advice.module.css'
import { RecommendationList } from './recommendation-list.tsx'
import { useEstimates } from './use-estimates.ts'

/** Nothing for a result: it has been helped already. */
export function CatalogueAnswer({ picture }: { readonly picture: CurrentPicture }) {
  const { isAuthenticated } = useSessionView()
  if (!('uploadId' in picture.source)) return null
  const { uploadId } = picture.source
  return isAuthenticated ? (
    <Looked key={uploadId} uploadId={uploadId} isTrial={picture.isTrial === true} />
  ) : (
    <section className={classes.room} aria-label={RECOMMENDATION_TEXTS.label}>
      <p className={classes.text}>{RECOMMENDATION_TEXTS.signInNote}</p>
      <Link to={loginAddress(PATHS.catalogue)} className={classes.signIn}>
        {RECOMMENDATION_TEXTS.signIn}
      </Link>
    </section>
  )
}

function Looked({ uploadId, isTrial }: { readonly uploadId: string; readonly isTrial: boolean }) {
  const claim = useClaim(uploadId, isTrial)
  const { data, isError, isPending } = useEstimates(uploadId, !isTrial)
  if (claim.isError || isError || data === null) return null
  if (isPending)
    return (
      <p role="status" className={`${classes.room} ${classes.text}`}>
        {RECOMMENDATION_TEXTS.measuring}
      </p>
    )
  const found = recommendationsFor(data)
  if (!found) return null
  return (
    <section className={classes.room} aria-labelledby="advice-title">
      <h2 id="advice-title" className={classes.title}>
        {titleOf(data, found.length)}
      </h2>
      {found.length > 0 ? (
        <RecommendationList recommendations={found} />
      ) : (
        <p className={classes.text}>{findingsText(data)}</p>
      )}
      <p className={classes.free}>{RECOMMENDATION_TEXTS.free}</p>
    </section>
  )
}

function titleOf(estimates: Readonly<Record<string, number>>, count: number): string {
  if (count === 0) return RECOMMENDATION_TEXTS.clean
  return isInGoodShape(estimates) ? RECOMMENDATION_TEXTS.cleanSmall : RECOMMENDATION_TEXTS.forPicture
}

/** A picture that was uploaded before the sign-in becomes an own one first. */
function useClaim(uploadId: string, isTrial: boolean) {
  const { userId } = useSessionView()
  return useQuery({
    queryKey: ['processing', 'claim', uploadId],
    queryFn: async ({ signal }) => {
      const own = await claimTrial(uploadId, signal)
      currentPicture.set({ ...own, ...(userId && { ownerId: userId }) })
      return true
    },
    retry: false,
    enabled: isTrial && userId !== undefined,
  })
}
