// Opens the dialog in which a result is shared; the dialog's code comes with the press.
import { Button } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { SHARE_DIALOG_TEXTS } from '#rulebook/runs/shares.ts'

const shareDialog = lazyPart(() => import('./share-dialog.tsx'))

interface ShareButtonProps {
  /** Absent: the dialog lists every share and makes none. */
  readonly run?: { readonly id: string; readonly name: string }
}

export function ShareButton({ run }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconShare2 size={16} aria-hidden />}
        aria-label={run && fillText(SHARE_DIALOG_TEXTS.openOf, { name: run.name })}
        onClick={() => setOpen(true)}
      >
        {run ? SHARE_DIALOG_TEXTS.open : SHARE_DIALOG_TEXTS.all}
      </Button>
      {isOpen && <Dialog jobId={run?.id} onClose={() => setOpen(false)} />}
    </>
  )
}

function Dialog(props: { readonly jobId: string | undefined; readonly onClose: () => void }) {
  const part = useLazyPart(shareDialog)
  return part ? <part.ShareDialog {...props} /> : null
}
