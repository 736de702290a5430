// Why the last choice brought no picture, with another try where that may help.
import { Alert, Button, Group } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { uploadOf, useWorkspace, useWorkspaceState } from '../workspace/workspace-store.ts'
import classes from './uploader.module.css'

export function UploadProblem() {
  const { retryUpload } = useWorkspace()
  const { problem, file } = useWorkspaceState(uploadOf)
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} aria-hidden />} className={classes.problem}>
      <Group justify="space-between" gap="xs">
        <span>{messageOf(problem)}</span>
        {file && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={retryUpload}
          >
            {UPLOADER_TEXTS.retry}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
