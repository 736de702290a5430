// Why the last choice brought no picture, with another try where that may help.
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { lookUp } from '#rulebook/look-up.ts'
import { SENDING_TEXTS, UPLOAD_HELP } from '#rulebook/pictures/sending-texts.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { uploadOf, useWorkspace, useWorkspaceState } from '../workspace/workspace-store.ts'
import classes from './uploader.module.css'

// In one part: the page's limit has no room for the address of another.
export { KeptPicture } from './kept-picture.tsx'

export function UploadProblem() {
  const { retryUpload } = useWorkspace()
  const { problem, file, about } = useWorkspaceState(uploadOf)
  const help = lookUp(UPLOAD_HELP, String(codeOf(problem)))
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} aria-hidden />} className={classes.problem}>
      <Group justify="space-between" gap="xs">
        <div>
          <div>{messageOf(problem)}</div>
          {help && <Text size="sm">{help}</Text>}
          {about && (
            <Text size="sm" c="dimmed">
              {fillText(SENDING_TEXTS.problemOf, { name: about.name, size: sizeText(about.size) })}
            </Text>
          )}
        </div>
        {file && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={retryUpload}
          >
            {SENDING_TEXTS.retry}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
