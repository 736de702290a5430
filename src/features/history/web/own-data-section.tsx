// "My data" on /profile/info: what is kept, the export, the end of the account (U-16).
import { Anchor, Button } from '@mantine/core'
import { IconDownload, IconUserX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { notifyError, notifyInfo } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { OWN_DATA_TEXTS } from '#rulebook/account/own-data-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
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
    <SettingsSection id="own-data" title={OWN_DATA_TEXTS.title}>
      <SettingRow
        title={OWN_DATA_TEXTS.exportTitle}
        hint={OWN_DATA_TEXTS.exportBody}
        more={
          <Anchor component={Link} to={PATHS.personalInformation} size="sm" underline="always">
            {OWN_DATA_TEXTS.aboutLink}
          </Anchor>
        }
        action={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={exportData.isPending}
            onClick={() => exportData.mutate()}
          >
            {OWN_DATA_TEXTS.exportButton}
          </Button>
        }
      />
      <SettingRow
        title={OWN_DATA_TEXTS.deleteTitle}
        hint={OWN_DATA_TEXTS.deleteBody}
        action={
          <Button
            variant="default"
            className={classes.danger}
            leftSection={<IconUserX size={16} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            {OWN_DATA_TEXTS.deleteButton}
          </Button>
        }
      />
      <DeleteAccountDialog isOpen={isDeleting} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </SettingsSection>
  )
}
