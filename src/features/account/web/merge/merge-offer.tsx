// Beside the refusal of a way to sign in that another account has: the way to merging that account (U-46).
import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { LOGIN_METHOD_TEXTS } from '#rulebook/account/login-method-texts.ts'
import { MERGE_TEXTS } from '#rulebook/account/merge-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'

export const MergeOffer = () => (
  <>
    <Text size="sm">{LOGIN_METHOD_TEXTS.mergeOffer}</Text>
    <Button component={Link} to={PATHS.profileMerge} variant="light" color="red" size="compact-sm" mt="xs">
      {MERGE_TEXTS.open}
    </Button>
  </>
)
