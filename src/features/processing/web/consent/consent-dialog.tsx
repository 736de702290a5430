// Who would receive the picture, where, for what and for how long; and the two answers, of which none is pressed for anybody (decision 0064).
import { Alert, Anchor, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { CONSENT_TEXTS } from '#rulebook/runs/provider-consent.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { ConsentOffer } from '../../contract.ts'
import classes from './consent-dialog.module.css'
import { useConsent, useGiveConsent } from './use-consent.ts'

interface ConsentDialogProps {
  readonly isOpen: boolean
  /** What the button says that agrees. */
  readonly agree: string
  readonly onClose: () => void
  readonly onAgreed: () => void
}

export function ConsentDialog({ isOpen, agree, onClose, onAgreed }: ConsentDialogProps) {
  const consent = useConsent()
  const giving = useGiveConsent()
  const offer = consent.data?.recipient
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={offer ? fillText(CONSENT_TEXTS.title, { name: offer.name }) : CONSENT_TEXTS.promptTitle}
    >
      {consent.isPending && <Skeleton height={220} />}
      {consent.isError && <LoadFailed text={CONSENT_TEXTS.loadFailed} query={consent} />}
      {offer && (
        <Stack gap="md">
          <Text>{CONSENT_TEXTS.lead}</Text>
          <Terms offer={offer} />
          <Anchor component={Link} to={PATHS.personalInformation} size="sm" underline="always" target="_blank">
            {PAGE_TITLES['personal-information']}
          </Anchor>
          {giving.isError && (
            <Alert color="red" role="alert">
              {messageFromRegister(giving.error)}
            </Alert>
          )}
          <DialogActions
            cancel={CONSENT_TEXTS.cancel}
            onCancel={onClose}
            submit={agree}
            onSubmit={() => giving.mutate(offer, { onSuccess: onAgreed })}
            isPending={giving.isPending}
          />
        </Stack>
      )}
    </Modal>
  )
}

const Terms = ({ offer: { name, country, contact } }: { readonly offer: ConsentOffer }) => (
  <dl className={classes.terms}>
    {CONSENT_TEXTS.terms.map((term) => (
      <div key={term.name}>
        <dt>{term.name}</dt>
        <dd>{fillText(term.text, { name, country, contact: contact ?? CONSENT_TEXTS.throughUs })}</dd>
      </div>
    ))}
  </dl>
)
