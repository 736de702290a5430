// What a person whose address is taken can do instead (document 1 §2 "/auth/register"; C-24, U-44).
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { REGISTER_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { ACCOUNT_EXISTS_TITLE, SUGGESTIONS } from '#rulebook/account/sign-up.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { AccountSuggestion } from '../../contract.ts'
import { forgotPasswordAddress, type LoginPageState, withRedirect } from '../session/auth-addresses.ts'
import type { LoginProvider } from '../session/auth-calls.ts'

export function AccountExistsBox(props: {
  readonly email: string
  readonly suggestions: readonly AccountSuggestion[]
  readonly redirect: string | null
  readonly onProvider: (provider: LoginProvider) => Promise<void>
}) {
  const navigate = useNavigate()
  const loginState: LoginPageState = { email: props.email }
  const actions: Readonly<Record<AccountSuggestion['action'], () => void>> = {
    google_login: () => void props.onProvider('google'),
    github_login: () => void props.onProvider('github'),
    email_login: () => void navigate(withRedirect(PATHS.login, props.redirect), { state: loginState }),
    reset_password: () => void navigate(forgotPasswordAddress(props.email)),
  }
  return (
    <Alert
      color="gray"
      variant="light"
      role="alert"
      title={ACCOUNT_EXISTS_TITLE}
      icon={<IconInfoCircle size={18} aria-hidden />}
    >
      <Text size="sm">{REGISTER_PAGE_TEXTS.existsBody}</Text>
      <Group gap="xs" mt="xs">
        {props.suggestions.map(({ type, action }) => (
          <Button key={action} variant="light" size="compact-md" onClick={actions[action]}>
            {SUGGESTIONS[type].text}
          </Button>
        ))}
      </Group>
    </Alert>
  )
}
