// The ways to sign in on /profile/info: list, link Google, GitHub or WeChat, unbind, choose the primary one (document 1 §4; LOGINM-01 to 05), and the
// way to merging another account (U-46).
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { isLinkedElsewhere, LOGIN_METHOD_TEXTS, linkFailureText } from '#rulebook/account/login-method-texts.ts'
import { LOGIN_METHOD_LABELS } from '#rulebook/account/login-methods.ts'
import { MERGE_TEXTS } from '#rulebook/account/merge-texts.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { LoginMethod, LoginMethods } from '../../contract.ts'
import { MergeOffer } from '../merge/merge-offer.tsx'
import { OwnerProofDialog } from '../profile/owner-proof-dialog.tsx'
import type { LoginProvider } from '../session/auth-calls.ts'
import { useAuth } from '../session/auth-store.ts'
import { useAccountOptions } from '../session/use-account-options.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import { useOfferedProviders } from '../sign-in/offered-providers.ts'
import { EmailRow } from './email-row.tsx'
import { LOGIN_METHODS_KEY, loginMethodClient } from './login-method-client.ts'
import classes from './login-methods-section.module.css'
import { MethodLabel } from './method-label.tsx'
import { unbindMethod } from './unbind-method.ts'
import { noteLinking, useLinkOutcome } from './use-link-outcome.ts'

export function LoginMethodsSection() {
  const methods = useQuery({
    queryKey: LOGIN_METHODS_KEY,
    queryFn: ({ signal }) => loginMethodClient.list(undefined, { signal }),
  })
  const failure = useLinkOutcome(methods.data?.methods)
  return (
    <SettingsSection id="login-methods" title={LOGIN_METHOD_TEXTS.title} lead={LOGIN_METHOD_TEXTS.hint}>
      {failure !== undefined && <LinkFailure error={failure} />}
      {methods.isPending && <Skeleton height={56} role="status" aria-label={LOGIN_METHOD_TEXTS.loading} />}
      {methods.isError && <LoadFailed text={LOGIN_METHOD_TEXTS.failed} query={methods} />}
      {methods.data && <Methods {...methods.data} />}
      <SettingRow
        title={MERGE_TEXTS.title}
        hint={MERGE_TEXTS.lead}
        action={
          <Button component={Link} to={PATHS.profileMerge} variant="default">
            {MERGE_TEXTS.open}
          </Button>
        }
      />
    </SettingsSection>
  )
}

/** With the way to a merge where another account has the method. */
const LinkFailure = ({ error }: { readonly error: string }) => (
  <ErrorBox text={linkFailureText(error)}>{isLinkedElsewhere(error) && <MergeOffer />}</ErrorBox>
)

function Methods({ methods, needsPassword }: LoginMethods) {
  const missing = useOfferedProviders().names.filter((type) => !methods.some((method) => method.type === type))
  const email = useUnboundEmail(methods)
  return (
    <ul className={classes.list}>
      {methods.map((method) => (
        <MethodRow key={method.id} method={method} isSole={methods.length === 1} needsPassword={needsPassword} />
      ))}
      {email && <EmailRow email={email} needsPassword={needsPassword} />}
      {missing.map((type) => (
        <ProviderRow key={type} type={type} needsPassword={needsPassword} />
      ))}
    </ul>
  )
}

/** The account's address where it could be a way to sign in and is none; without a mail account no address can prove itself (C-33). */
function useUnboundEmail(methods: readonly LoginMethod[]): string | undefined {
  const { user } = useAuth()
  const canSendMail = useCanSendMail()
  if (!canSendMail || methods.some(({ type }) => type === 'email')) return undefined
  return user?.email ?? undefined
}

interface MethodRowProps {
  readonly method: LoginMethod
  readonly isSole: boolean
  readonly needsPassword: boolean
}

function useMethodChanges(method: LoginMethod) {
  const queries = useQueryClient()
  const makePrimary = useMutation({
    mutationFn: () => loginMethodClient.makePrimary({ id: method.id }),
    onSuccess: (after) => {
      queries.setQueryData(LOGIN_METHODS_KEY, after)
      notifySuccess(LOGIN_METHOD_TEXTS.madePrimary)
    },
    onError: (error) => notifyError(messageFromRegister(error, ACTIONS.changeLoginMethods)),
  })
  const unbind = async (password: string | undefined) => {
    await unbindMethod(queries, method, password)
    notifySuccess(LOGIN_METHOD_TEXTS.unbound)
  }
  return { makePrimary, unbind }
}

function MethodRow({ method, isSole, needsPassword }: MethodRowProps) {
  const [isUnbinding, setUnbinding] = useState(false)
  const { makePrimary, unbind } = useMethodChanges(method)
  const canSendMail = useCanSendMail()
  const label = LOGIN_METHOD_LABELS[method.type]
  const action = (text: string) => ({
    'aria-label': fillText(LOGIN_METHOD_TEXTS.named, { action: text, method: label }),
    children: text,
  })
  return (
    <li className={classes.method}>
      <MethodLabel type={method.type} display={method.display}>
        <Badges method={method} hidesProof={method.type === 'email' && !canSendMail} />
      </MethodLabel>
      {!isSole && (
        <Group gap="xs" className={classes.actions}>
          {!method.isPrimary && (
            <Button
              variant="default"
              size="sm"
              loading={makePrimary.isPending}
              onClick={() => makePrimary.mutate()}
              {...action(LOGIN_METHOD_TEXTS.makePrimary)}
            />
          )}
          <Button
            variant="default"
            size="sm"
            onClick={() => setUnbinding(true)}
            {...action(LOGIN_METHOD_TEXTS.unbind)}
          />
        </Group>
      )}
      <OwnerProofDialog
        isOpen={isUnbinding}
        title={fillText(LOGIN_METHOD_TEXTS.unbindTitle, { method: label })}
        needsPassword={needsPassword}
        confirm={LOGIN_METHOD_TEXTS.unbind}
        isDangerous
        onClose={() => setUnbinding(false)}
        onProved={unbind}
      >
        <Text>{fillText(LOGIN_METHOD_TEXTS.unbindText, { display: method.display })}</Text>
      </OwnerProofDialog>
    </li>
  )
}

/** Without a mail account no address can prove itself: nothing is held against it (C-33). */
const useCanSendMail = (): boolean => useAccountOptions()?.mail === true

const Badges = ({ method, hidesProof }: { readonly method: LoginMethod; readonly hidesProof: boolean }) => (
  <>
    {method.isPrimary && (
      <Badge variant="light" tt="none">
        {LOGIN_METHOD_TEXTS.primary}
      </Badge>
    )}
    {!method.verified && !hidesProof && (
      <Badge variant="light" color="gray" tt="none">
        {LOGIN_METHOD_TEXTS.unverified}
      </Badge>
    )}
  </>
)

function ProviderRow({ type, needsPassword }: { readonly type: LoginProvider; readonly needsPassword: boolean }) {
  const [isLinking, setLinking] = useState(false)
  const label = LOGIN_METHOD_LABELS[type]
  const link = async (password: string | undefined) => {
    const { address } = await loginMethodClient.link({ provider: type, ...(password !== undefined && { password }) })
    noteLinking(type)
    window.location.assign(address)
  }
  return (
    <li className={classes.method}>
      <MethodLabel type={type} display={LOGIN_METHOD_TEXTS.notLinked} />
      <Button
        variant="default"
        size="sm"
        aria-label={fillText(LOGIN_METHOD_TEXTS.named, { action: LOGIN_METHOD_TEXTS.link, method: label })}
        onClick={() => setLinking(true)}
      >
        {LOGIN_METHOD_TEXTS.link}
      </Button>
      <OwnerProofDialog
        isOpen={isLinking}
        title={fillText(LOGIN_METHOD_TEXTS.linkTitle, { method: label })}
        needsPassword={needsPassword}
        confirm={LOGIN_METHOD_TEXTS.goOn}
        onClose={() => setLinking(false)}
        onProved={link}
      >
        <Text>{fillText(LOGIN_METHOD_TEXTS.linkText, { method: label })}</Text>
      </OwnerProofDialog>
    </li>
  )
}
