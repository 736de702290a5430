// Why a form cannot be sent as it stands; read out at once.
import { Text } from '@mantine/core'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import type { Problem } from '#rulebook/problem.ts'

export const FormProblem = ({ problem }: { readonly problem: Problem | undefined }) =>
  problem && (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {messageFromRegister(problem)}
    </Text>
  )
