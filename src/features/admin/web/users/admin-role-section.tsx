// What an administrator may do in the back office, on their page: changed by those who may do everything (decision 0108).
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { checkReason, EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import {
  ADMIN_ROLE_HINTS,
  ADMIN_ROLE_LABELS,
  ADMIN_ROLE_TEXTS,
  ADMIN_ROLES,
  type AdminRole,
} from '#rulebook/admin/admin-roles.ts'
import type { AdminUser } from '../../users-contract.ts'
import { adminClient } from '../admin-client.ts'
import classes from '../admin-filters.module.css'
import { callLog } from '../call-log.ts'
import { useAdminRole } from '../use-admin-session.ts'

const CHOICES = ADMIN_ROLES.map((value) => ({ value, label: ADMIN_ROLE_LABELS[value] }))

/** Absent for everybody who is no administrator. */
export function AdminRoleSection({ user }: { readonly user: AdminUser }) {
  const ownRole = useAdminRole()
  if (user.adminRole === null) return null
  return (
    <SettingsSection
      id="admin-role"
      title={`${ADMIN_ROLE_TEXTS.title}：${ADMIN_ROLE_LABELS[user.adminRole]}`}
      lead={ADMIN_ROLE_HINTS[user.adminRole]}
    >
      {ownRole === 'administrator' && <RoleForm id={user.id} role={user.adminRole} />}
    </SettingsSection>
  )
}

function RoleForm({ id, role: stored }: { readonly id: string; readonly role: AdminRole }) {
  const form = useForm({
    initialValues: { role: stored, reason: '' },
    validate: { role: (role) => role === stored, reason: (reason) => checkReason(reason) !== undefined },
  })
  const { role } = form.values
  const saving = useSetRole(() => form.setFieldValue('reason', ''))
  const submit = form.onSubmit(({ reason }) => {
    if (!saving.isPending) saving.mutate({ id, role, reason: reason.trim() })
  })
  return (
    <form onSubmit={submit}>
      <div className={classes.filters}>
        <NativeSelect size="md" label={ADMIN_ROLE_TEXTS.field} data={CHOICES} {...form.getInputProps('role')} />
        <TextInput
          size="md"
          label={ADMIN_ROLE_TEXTS.reason}
          maxLength={EDIT_REASON_MAX_CHARACTERS}
          {...form.getInputProps('reason')}
        />
        <Button type="submit" disabled={!form.isValid()} loading={saving.isPending}>
          {ADMIN_ROLE_TEXTS.save}
        </Button>
      </div>
      {role !== stored && (
        <Text size="sm" c="dimmed" mt="xs">
          {ADMIN_ROLE_HINTS[role]}
        </Text>
      )}
    </form>
  )
}

function useSetRole(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: { readonly id: string; readonly role: AdminRole; readonly reason: string }) =>
      adminClient.users.setRole(change),
    onSuccess: async ({ logId }, { id }) => {
      notifySuccess(ADMIN_ROLE_TEXTS.saved)
      callLog('set_admin_role', { logId, userId: id })
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error) => notifyError(`${ADMIN_ROLE_TEXTS.failed}：${messageOf(error)}`),
  })
}
