// "My data" on /profile/info: what is kept, the export, the end of the account (U-16).
import { Anchor, Button, Paper, Text, Title } from '@mantine/core'
import { IconDownload, IconUserX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { notifyError, notifyInfo } from '#platform/web/notices.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { OWN_DATA_TEXTS } from '#rulebook/own-data-texts.ts'
import { PATHS } from '#rulebook/site-map.ts'
import { sizeText } from '#rulebook/upload.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { downloadFile } from './download-file.ts'
import { ownDataClient } from './own-data-client.ts'
import classes from './own-data-section.module.css'

export function OwnDataSection({ onDeleted }: { readonly onDeleted: () => void }) {
  const [isDeleting, setDeleting] = useState(false)
  const exportData = useMutation({
    mutationFn: async () => {
      const { address, files, sizeBytes } = await ownDataClient.export()
      notifyInfo(fillText(OWN_DATA_TEXTS.exportStarted, { n: files, size: sizeText(sizeBytes) }))
      await downloadFile(address)
    },
    onError: () => notifyError(OWN_DATA_TEXTS.exportFailed),
  })
  return (
    <Paper component="section" withBorder radius="lg" className={classes.card} aria-labelledby="own-data">
      <Title order={2} fz="h3" id="own-data">
        {OWN_DATA_TEXTS.title}
      </Title>
      <div className={classes.row}>
        <div className={classes.words}>
          <Text fw={600}>{OWN_DATA_TEXTS.exportTitle}</Text>
          <Text size="sm" c="dimmed">
            {OWN_DATA_TEXTS.exportBody}
          </Text>
          <Anchor component={Link} to={PATHS.personalInformation} size="sm" underline="always">
            {OWN_DATA_TEXTS.aboutLink}
          </Anchor>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={exportData.isPending}
          onClick={() => exportData.mutate()}
        >
          {OWN_DATA_TEXTS.exportButton}
        </Button>
      </div>
      <div className={classes.row}>
        <div className={classes.words}>
          <Text fw={600}>{OWN_DATA_TEXTS.deleteTitle}</Text>
          <Text size="sm" c="dimmed">
            {OWN_DATA_TEXTS.deleteBody}
          </Text>
        </div>
        <Button
          variant="default"
          color="red"
          className={classes.danger}
          leftSection={<IconUserX size={16} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          {OWN_DATA_TEXTS.deleteButton}
        </Button>
      </div>
      <DeleteAccountDialog isOpen={isDeleting} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </Paper>
  )
}
