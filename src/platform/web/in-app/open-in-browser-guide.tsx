// Inside an app whose browser ignores downloads: how to get the full file in a browser of its own. The arrow points at
// the corner where all these apps have their menu; a link to a file works there without a sign-in as long as its signature does.
import { Button, Modal, Text, TextInput } from '@mantine/core'
import { IconArrowUpRight, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { IN_APP_TEXTS, type InAppBrowser } from '#rulebook/site/in-app-browsers.ts'
import { copyText } from '../ui/copy-text.ts'
import classes from './open-in-browser-guide.module.css'

interface OpenInBrowserGuideProps {
  readonly app: InAppBrowser
  /** Without one the file is had from the page that is open. */
  readonly downloadAddress?: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function OpenInBrowserGuide({ app, downloadAddress, isOpen, onClose }: OpenInBrowserGuideProps) {
  const texts = downloadAddress === undefined ? IN_APP_TEXTS.page : IN_APP_TEXTS
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={IN_APP_TEXTS.title}
      centered={false}
      yOffset={96}
      // A moving dialog would carry the arrow with it.
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.7 }}
      closeButtonProps={{ 'aria-label': IN_APP_TEXTS.close }}
    >
      <IconArrowUpRight className={classes.arrow} size={72} stroke={1.5} aria-hidden />
      <Text size="sm">{fillText(texts.why, { app: app.name })}</Text>
      <ol className={classes.steps}>
        {[IN_APP_TEXTS.menu, IN_APP_TEXTS.choose, texts.find].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CopyLink address={downloadAddress ?? window.location.href} texts={texts} />
      <Button variant="default" size="md" fullWidth mt="xs" onClick={onClose}>
        {IN_APP_TEXTS.close}
      </Button>
    </Modal>
  )
}

interface CopyLinkProps {
  readonly address: string
  readonly texts: Readonly<Record<'orLink' | 'copy' | 'link', string>>
}

function CopyLink({ address, texts }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const field = useRef<HTMLInputElement>(null)
  const link = new URL(address, window.location.href).href
  const copy = async () => {
    const isCopied = await copyText(link)
    setOutcome(isCopied ? 'copied' : 'failed')
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.orLink}
      </Text>
      <Button size="md" fullWidth leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
        {texts.copy}
      </Button>
      <Text size="sm" mt="xs" role="status" className={classes.outcome}>
        {outcome === 'copied' && IN_APP_TEXTS.copied}
        {outcome === 'failed' && IN_APP_TEXTS.copyFailed}
      </Text>
      {outcome === 'failed' && (
        <TextInput ref={field} readOnly value={link} aria-label={texts.link} onFocus={() => field.current?.select()} />
      )}
    </>
  )
}
