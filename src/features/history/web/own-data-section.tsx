// "My data" on /profile/info: what is kept, the export, the end of the account (U-16).
import { Anchor, Button, Text } from '@mantine/core'
import { IconDownload, IconUserX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { guidesToBrowser } from '#platform/web/in-app/guides-to-browser.ts'
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

/** Asks for the password, or says that a sign-in of the last minutes is wanted; belongs to the accounts. */
type ProofDialog = ComponentType<{
  readonly isOpen: boolean
  readonly title: string
  readonly needsPassword: boolean
  readonly confirm: string
  readonly onClose: () => void
  readonly onProved: (password: string | undefined) => Promise<unknown>
  readonly children: ReactNode
}>

interface OwnDataSectionProps {
  readonly proofDialog: ProofDialog
  /** With the moment at which the account ends. */
  readonly onDeleted: (dueAt: string) => void
}

export function OwnDataSection({ proofDialog, onDeleted }: OwnDataSectionProps) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <SettingsSection id="own-data" title={OWN_DATA_TEXTS.title}>
      <ExportRow proofDialog={proofDialog} />
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

/** Everything about a person in one file: a stolen page alone must not get it. */
function ExportRow({ proofDialog: Proof }: Pick<OwnDataSectionProps, 'proofDialog'>) {
  const [isOpen, setOpen] = useState(false)
  const asking = useMutation({
    mutationFn: () => ownDataClient.deletionPreview(),
    onSuccess: () => setOpen(true),
    onError: () => notifyError(OWN_DATA_TEXTS.exportFailed),
  })
  const exportData = async (password: string | undefined) => {
    const offer = await ownDataClient.export(password === undefined ? {} : { password })
    setOpen(false)
    notifyInfo(fillText(OWN_DATA_TEXTS.exportStarted, { n: offer.files, size: sizeText(offer.sizeBytes) }))
    await downloadFile(offer.address).catch(() => notifyError(OWN_DATA_TEXTS.exportFailed))
  }
  return (
    <>
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
            loading={asking.isPending}
            onClick={() => guidesToBrowser() || asking.mutate()}
          >
            {OWN_DATA_TEXTS.exportButton}
          </Button>
        }
      />
      <Proof
        isOpen={isOpen}
        title={OWN_DATA_TEXTS.exportTitle}
        needsPassword={asking.data?.needsPassword ?? true}
        confirm={OWN_DATA_TEXTS.exportConfirm}
        onClose={() => setOpen(false)}
        onProved={exportData}
      >
        <Text>{OWN_DATA_TEXTS.exportQuestion}</Text>
      </Proof>
    </>
  )
}
