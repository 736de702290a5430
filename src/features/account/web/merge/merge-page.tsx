// /profile/merge (U-46): begun at the account that stays, confirmed at the one that ends. The server says where this browser stands.

import { Button, Checkbox, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { LOGIN_METHOD_TEXTS } from '#rulebook/account/login-method-texts.ts'
import { MERGE_TEXTS } from '#rulebook/account/merge-texts.ts'
import { MERGED_FREE_CREDITS_MAX } from '#rulebook/credits/credits.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { MergeState } from '../../contract.ts'
import { LOGIN_METHODS_KEY, loginMethodClient, mergeClient } from '../login-methods/login-method-client.ts'
import { OwnerProofDialog } from '../profile/owner-proof-dialog.tsx'
import { useAuth } from '../session/auth-store.ts'
import { leaveForLogin } from '../session/leave-for-login.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import classes from './merge-page.module.css'

const leaveForOtherAccount = () => leaveForLogin(MERGE_TEXTS.signInMessage, PATHS.profileMerge)

export function MergePage() {
  const state = useQuery({
    queryKey: ['account', 'merge'],
    queryFn: ({ signal }) => mergeClient.state(undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Paper withBorder radius="lg" className={classes.card}>
      <Title order={1} fz="h3">
        {MERGE_TEXTS.title}
      </Title>
      {state.isPending && <Skeleton height={160} role="status" aria-label={MERGE_TEXTS.loading} />}
      {state.isError && <Failed error={state.error} onRetry={() => void state.refetch()} />}
      {state.data?.step === 'begin' && <Begin />}
      {state.data?.step === 'sign-in' && <SignIn primary={state.data.primary} />}
      {state.data?.step === 'confirm' && <Confirm state={state.data} />}
    </Paper>
  )
}

/** Trying again helps, except when the primary account is gone: then the merge can only be given up. */
function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (codeOf(error) === 'merge-account-missing') {
    return (
      <>
        <ErrorBox text={MERGE_TEXTS.primaryGone} />
        <CancelButton />
      </>
    )
  }
  return (
    <ErrorBox text={messageFromRegister(error, ACTIONS.merge)}>
      <Button variant="light" color="red" size="compact-sm" mt="xs" onClick={onRetry}>
        {CONTROL_TEXTS.retry}
      </Button>
    </ErrorBox>
  )
}

function Begin() {
  const { user } = useAuth()
  const [isProving, setProving] = useState(false)
  const methods = useQuery({
    queryKey: LOGIN_METHODS_KEY,
    queryFn: ({ signal }) => loginMethodClient.list(undefined, { signal }),
  })
  const begin = async (password: string | undefined) => {
    await mergeClient.begin(password === undefined ? {} : { password })
    await leaveForOtherAccount()
  }
  return (
    <>
      <Text>{MERGE_TEXTS.lead}</Text>
      <div>
        <Text fw={600}>{MERGE_TEXTS.steps}</Text>
        <ol className={classes.list}>
          <li>{MERGE_TEXTS.stepBegin}</li>
          <li>{MERGE_TEXTS.stepSignIn}</li>
          <li>{MERGE_TEXTS.stepConfirm}</li>
        </ol>
      </div>
      {user?.email && <Text>{fillText(MERGE_TEXTS.primary, { email: user.email })}</Text>}
      {methods.isError && <LoadFailed text={LOGIN_METHOD_TEXTS.failed} query={methods} />}
      <Group gap="xs">
        <Button onClick={() => setProving(true)} disabled={!methods.data}>
          {MERGE_TEXTS.begin}
        </Button>
        <Button component={Link} to={PATHS.profileInfo} variant="default">
          {MERGE_TEXTS.back}
        </Button>
      </Group>
      <OwnerProofDialog
        isOpen={isProving}
        title={MERGE_TEXTS.beginTitle}
        needsPassword={methods.data?.needsPassword ?? true}
        confirm={MERGE_TEXTS.begin}
        onClose={() => setProving(false)}
        onProved={begin}
      >
        <Text>{MERGE_TEXTS.beginText}</Text>
      </OwnerProofDialog>
    </>
  )
}

const SignIn = ({ primary }: { readonly primary: string }) => (
  <>
    <Text>{fillText(MERGE_TEXTS.primary, { email: primary })}</Text>
    <Text>{MERGE_TEXTS.signInLead}</Text>
    <Group gap="xs">
      <Button onClick={() => void leaveForOtherAccount()}>{MERGE_TEXTS.signIn}</Button>
      <CancelButton />
    </Group>
  </>
)

function Confirm({ state }: { readonly state: Extract<MergeState, { step: 'confirm' }> }) {
  const [isAgreed, setAgreed] = useState(false)
  const merging = useMutation({
    mutationFn: () => mergeClient.confirm(),
    onSuccess: ({ primaryEmail }) => leaveForLogin(fillText(MERGE_TEXTS.done, { email: primaryEmail })),
  })
  return (
    <Stack gap="sm">
      <Text>{fillText(MERGE_TEXTS.primary, { email: state.primary })}</Text>
      <Text>{fillText(MERGE_TEXTS.merged, { email: state.merged })}</Text>
      <div>
        <Text fw={600}>{MERGE_TEXTS.moves}</Text>
        <ul className={classes.list}>
          <li>{fillText(MERGE_TEXTS.uploads, { n: state.uploads })}</li>
          <li>{fillText(MERGE_TEXTS.records, { n: state.records })}</li>
          <li>{fillText(MERGE_TEXTS.credits, { n: state.credits })}</li>
          <li>{fillText(MERGE_TEXTS.bills, { n: state.bills })}</li>
        </ul>
      </div>
      {state.freeCreditsLeft > 0 && (
        <Text>{fillText(MERGE_TEXTS.freeCreditsLeft, { n: state.freeCreditsLeft, max: MERGED_FREE_CREDITS_MAX })}</Text>
      )}
      {state.campaignCreditsLeft > 0 && (
        <Text>{fillText(MERGE_TEXTS.campaignCreditsLeft, { n: state.campaignCreditsLeft })}</Text>
      )}
      {state.losesPassword && <Text>{MERGE_TEXTS.losesPassword}</Text>}
      {state.losesPhone && <Text>{MERGE_TEXTS.losesPhone}</Text>}
      <Text fw={600}>{fillText(MERGE_TEXTS.ends, { email: state.merged })}</Text>
      <Checkbox
        label={MERGE_TEXTS.agree}
        checked={isAgreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <ErrorBox text={merging.isError ? messageFromRegister(merging.error, ACTIONS.merge) : undefined} />
      <Group gap="xs">
        <Button
          color="red"
          disabled={!isAgreed}
          loading={merging.isPending || merging.isSuccess}
          onClick={() => merging.mutate()}
        >
          {MERGE_TEXTS.confirm}
        </Button>
        <CancelButton />
      </Group>
    </Stack>
  )
}

function CancelButton() {
  const navigate = useNavigate()
  const cancelling = useMutation({
    mutationFn: () => mergeClient.cancel(),
    onSuccess: () => {
      notifySuccess(MERGE_TEXTS.cancelled)
      void navigate(PATHS.profileInfo)
    },
    onError: (error) => notifyError(messageFromRegister(error, ACTIONS.merge)),
  })
  return (
    <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
      {MERGE_TEXTS.cancel}
    </Button>
  )
}
