// How long a run on this page usually takes: from the current run, before it by model and picture (decision 0097). Every place of the page
// shows this one number (decision 0212).
import { useQuery } from '@tanstack/react-query'
import { useSessionView } from '#platform/web/http/session-context.ts'
import type { UsualTime } from '../../contract.ts'
import { usualTimeQuery } from '../run/model-queries.ts'
import { pictureOf, useWorkspace, useWorkspaceState } from './workspace-store.ts'

/** Undefined while nothing is known but the documents' range. */
export function useUsualTime(): UsualTime | undefined {
  const { key } = useWorkspace().model
  const { isAuthenticated } = useSessionView()
  const picture = useWorkspaceState(pictureOf)
  const ofRun = useWorkspaceState(({ run }) => run.job?.usual)
  const megapixels = picture && (picture.width * picture.height) / 1e6
  const { data } = useQuery({ enabled: isAuthenticated, ...usualTimeQuery(key, megapixels) })
  return ofRun ?? data?.usual ?? undefined
}
