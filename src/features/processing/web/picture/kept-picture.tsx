// A picture that waits in the browser for a tool page: what a page before this one left is sent on; what came by the share target is offered, because any
// site can post there, and what nobody chose here is not uploaded in their name.
import { Alert, Button, Group } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { hasLeft } from '#platform/web/http/window-person.ts'
import { dropKeptFile, keepFile } from '#platform/web/kept-file.ts'
import { sharedFile, takeKeptFile } from '#platform/web/waiting-file.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { SHARE_TEXTS } from '#rulebook/site/offline-texts.ts'
import { isBusy } from '../run/run-state.ts'
import { useWorkspace, useWorkspaceState } from '../workspace/workspace-store.ts'

export function KeptPicture() {
  const { chooseFile } = useWorkspace()
  const isRunning = useWorkspaceState(({ run }) => isBusy(run))
  const shared = useWaitingFile(chooseFile)
  if (!shared.file || isRunning) return null
  return (
    <Alert color="jade" role="status" icon={<IconPhoto size={18} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        {fillText(SHARE_TEXTS.offered, { name: shared.file.name })}
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => shared.answer(chooseFile)}>
            {SHARE_TEXTS.use}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => shared.answer()}>
            {SHARE_TEXTS.leave}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}

/** Sends a file that was chosen; gives one that was shared. */
function useWaitingFile(choose: (file: File) => void) {
  const { userId, isAuthenticated } = useSessionView()
  const [file, setFile] = useState<File>()
  const last = useRef({ userId, choose })
  last.current = { userId, choose }
  useEffect(() => {
    if (!isAuthenticated) return
    let isHere = true
    const take = async () => {
      const owner = last.current.userId
      const chosen = await takeKeptFile(owner)
      if (chosen && isHere) last.current.choose(chosen)
      else if (chosen && !hasLeft(owner)) await keepFile(chosen, owner)
      const shared = await sharedFile()
      if (isHere) setFile(shared)
    }
    void take()
    return () => {
      isHere = false
    }
  }, [isAuthenticated])
  const answer = (use?: (file: File) => void) => {
    setFile(undefined)
    void dropKeptFile()
    if (file) use?.(file)
  }
  return { file: isAuthenticated ? file : undefined, answer }
}
