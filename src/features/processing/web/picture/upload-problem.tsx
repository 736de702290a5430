// Why the last choice brought no picture, with another try where that may help.
import { Alert, Button, Group } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import classes from './uploader.module.css'
import type { UploadControl } from './use-upload.ts'

export const UploadProblem = ({ control }: { readonly control: UploadControl }) => (
  <Alert color="red" role="alert" icon={<IconAlertCircle size={18} aria-hidden />} className={classes.problem}>
    <Group justify="space-between" gap="xs">
      <span>{messageOf(control.upload.problem)}</span>
      {control.upload.file && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={control.retry}
        >
          {UPLOADER_TEXTS.retry}
        </Button>
      )}
    </Group>
  </Alert>
)
