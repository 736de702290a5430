// The account's address where it is no way to sign in: the owner proves to be the owner, types the code that is mailed to it, and it is one again
// (server/login-methods/bind-email.ts).
import { Button, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { LOGIN_METHOD_TEXTS } from '#rulebook/account/login-method-texts.ts'
import { LOGIN_METHOD_LABELS } from '#rulebook/account/login-methods.ts'
import { RECOVERY_TEXTS } from '#rulebook/account/recovery-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { MergeOffer } from '../merge/merge-offer.tsx'
import { OwnerProofDialog } from '../profile/owner-proof-dialog.tsx'
import { authStore } from '../session/auth-store.ts'
import { MailedCodeField } from '../sign-in/mailed-code-form.tsx'
import { LOGIN_METHODS_KEY, loginMethodClient } from './login-method-client.ts'
import classes from './login-methods-section.module.css'
import { MethodLabel } from './method-label.tsx'

const LABEL = LOGIN_METHOD_LABELS.email
const TITLE = LOGIN_METHOD_TEXTS.bindEmailTitle

interface EmailRowProps {
  readonly email: string
  readonly needsPassword: boolean
}

export function EmailRow({ email, needsPassword }: EmailRowProps) {
  const [step, setStep] = useState<'proof' | 'code'>()
  const send = async (password: string | undefined) => {
    await loginMethodClient.email.sendCode(password === undefined ? {} : { password })
    setStep('code')
  }
  return (
    <li className={classes.method}>
      <MethodLabel type="email" display={LOGIN_METHOD_TEXTS.notLinked} />
      <Button
        variant="default"
        size="sm"
        aria-label={fillText(LOGIN_METHOD_TEXTS.named, { action: LOGIN_METHOD_TEXTS.link, method: LABEL })}
        onClick={() => setStep('proof')}
      >
        {LOGIN_METHOD_TEXTS.link}
      </Button>
      <OwnerProofDialog
        isOpen={step === 'proof'}
        title={TITLE}
        needsPassword={needsPassword}
        confirm={RECOVERY_TEXTS.send}
        onClose={() => setStep(undefined)}
        onProved={send}
      >
        <Text>{fillText(LOGIN_METHOD_TEXTS.bindEmailText, { email })}</Text>
      </OwnerProofDialog>
      <Modal opened={step === 'code'} onClose={() => setStep(undefined)} title={TITLE}>
        <CodeStep email={email} onAnotherCode={() => setStep('proof')} onBound={() => setStep(undefined)} />
      </Modal>
    </li>
  )
}

interface CodeStepProps {
  readonly email: string
  readonly onAnotherCode: () => void
  readonly onBound: () => void
}

function CodeStep({ email, onAnotherCode, onBound }: CodeStepProps) {
  const queries = useQueryClient()
  const [isTaken, setTaken] = useState(false)
  const confirm = async (code: string) => {
    setTaken(false)
    try {
      await loginMethodClient.email.confirm({ code })
    } catch (failure) {
      setTaken(codeOf(failure) === 'login-method-taken')
      throw failure
    }
    onBound()
    notifySuccess(LOGIN_METHOD_TEXTS.linked)
    await queries.invalidateQueries({ queryKey: LOGIN_METHODS_KEY })
    await authStore.refreshProfile()
  }
  return (
    <MailedCodeField
      sentText={fillText(LOGIN_METHOD_TEXTS.bindCodeSent, { email })}
      submitText={LOGIN_METHOD_TEXTS.link}
      onCode={confirm}
      refusal={isTaken && <MergeOffer />}
    >
      <Button variant="default" fullWidth onClick={onAnotherCode}>
        {LOGIN_METHOD_TEXTS.anotherCode}
      </Button>
    </MailedCodeField>
  )
}
