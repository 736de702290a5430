// The avatar with its change (document 1 §2 "/profile/info", §5, §8; U-05, U-22): checked here before it is sent, and again there.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { http } from '#platform/web/http/http-helper.ts'
import { isReadable } from '#platform/web/is-readable.ts'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { GeneratedAvatar } from '#platform/web/ui/generated-avatar.tsx'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import {
  AVATAR_ERRORS,
  AVATAR_MIME_TYPES,
  type AvatarErrorCode,
  checkAvatarFile,
  checkAvatarSize,
} from '#rulebook/account/avatar.ts'
import { PROFILE_TEXTS } from '#rulebook/account/profile.ts'
import { AVATAR_TEXTS, SECURITY_TEXTS } from '#rulebook/account/security-texts.ts'
import { UPLOAD_ERRORS } from '#rulebook/pictures/upload.ts'
import { avatarSource } from '#rulebook/site/shown-person.ts'
import type { AuthUser, Profile } from '../../contract.ts'
import { isWithoutUser } from '../session/auth-port.ts'
import { authStore } from '../session/auth-store.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import classes from './profile-info-page.module.css'

export function AvatarEditor({ user, profile }: { readonly user: AuthUser; readonly profile: Profile }) {
  const source = avatarSource(user, profile, true)
  const [isOpen, setOpen] = useState(false)
  const remove = () =>
    send('DELETE').then(
      (changed) => {
        authStore.mergeProfile(changed)
        notifySuccess(AVATAR_TEXTS.removed)
      },
      () => notifyError(AVATAR_ERRORS['avatar-upload-failed']),
    )
  return (
    <div className={classes.avatarRow}>
      {source?.kind === 'image' ? (
        <img src={source.url} alt={AVATAR_TEXTS.title} width={80} height={80} className={classes.avatar} />
      ) : (
        <span className={classes.avatar}>
          <GeneratedAvatar seed={profile.id} sizePx={80} />
        </span>
      )}
      <Group gap="xs">
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {AVATAR_TEXTS.choose}
        </Button>
        {profile.avatar_url && (
          <Button variant="subtle" color="gray" size="sm" onClick={() => void remove()}>
            {AVATAR_TEXTS.remove}
          </Button>
        )}
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={AVATAR_TEXTS.dialogTitle}>
        <AvatarForm onClose={() => setOpen(false)} />
      </Modal>
    </div>
  )
}

function AvatarForm({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const preview = usePreview(file)
  const newest = useRef<File>(undefined)

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0]
    event.currentTarget.value = '' // the same file may be chosen again
    newest.current = chosen
    setFile(undefined) // 保存 never sends the one before
    const problem = checkAvatarFile(chosen) ?? (chosen && checkAvatarSize(await sizeOf(chosen)))
    if (newest.current !== chosen) return
    setFile(problem ? undefined : chosen)
    setError(problem && AVATAR_ERRORS[problem.code])
  }
  const save = async () => {
    if (!file) return setError(AVATAR_ERRORS['avatar-missing'])
    setSaving(true)
    try {
      authStore.mergeProfile(await send('POST', file))
      notifySuccess(PROFILE_TEXTS.avatarSaved)
      onClose()
    } catch (failure) {
      if (isWithoutUser(failure)) return void notifyError(AUTH_ERRORS['not-signed-in'])
      const isGone = !(await isReadable(file))
      if (isGone) setFile(undefined)
      setError(isGone ? UPLOAD_ERRORS['file-gone'] : AVATAR_ERRORS[refusalCodeOf(failure)])
      setSaving(false)
    }
  }
  return (
    <Stack gap="sm">
      {preview && <img src={preview} alt={AVATAR_TEXTS.preview} width={160} height={160} className={classes.preview} />}
      <label className={classes.chooser}>
        <span className={classes.chooserText}>{AVATAR_TEXTS.select}</span>
        {file && <span className={classes.chooserFile}>{file.name}</span>}
        <input
          type="file"
          className={classes.chooserInput}
          accept={AVATAR_MIME_TYPES.join(',')}
          onChange={(event) => void choose(event)}
        />
      </label>
      <Text size="sm" c="dimmed">
        {AVATAR_TEXTS.hint}
      </Text>
      <ErrorBox text={error} />
      <DialogActions
        cancel={SECURITY_TEXTS.cancel}
        onCancel={onClose}
        submit={AVATAR_TEXTS.save}
        onSubmit={() => void save()}
        isPending={isSaving}
      />
    </Stack>
  )
}

function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** Undefined for what no browser can read. */
async function sizeOf(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return undefined
  }
}

const ADDRESS = '/api/account/avatar'

async function send(method: 'POST' | 'DELETE', file?: File): Promise<Profile> {
  const body = file && new FormData()
  body?.append('file', file!, file!.name)
  const answer = await (method === 'POST' ? http.post(ADDRESS, body) : http.delete(ADDRESS))
  const { ok, status } = answer
  if (!ok) throw Object.assign(new Error('avatar refused'), await answer.json().catch(() => ({})), { status })
  return (await answer.json()) as Profile
}

function refusalCodeOf(failure: unknown): AvatarErrorCode {
  const code = codeOf(failure)
  return typeof code === 'string' && Object.hasOwn(AVATAR_ERRORS, code)
    ? (code as AvatarErrorCode)
    : 'avatar-upload-failed'
}
