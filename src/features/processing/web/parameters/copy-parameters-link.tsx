// Copies an address that opens this tool with the values that are set now.
import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { notifyApp } from '#platform/web/ui/notices.tsx'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { addressWithParameters, PARAMETER_LINK_TEXTS } from '#rulebook/tools/parameter-link.ts'

interface CopyParametersLinkProps {
  readonly model: ModelConfig
  readonly params: ParameterValues
  /** Values that are wrong are not passed on. */
  readonly isDisabled: boolean
}

export function CopyParametersLink({ model, params, isDisabled }: CopyParametersLinkProps) {
  const copy = async () => {
    const isCopied = await copyText(window.location.origin + addressWithParameters(model, params))
    if (isCopied) notifyApp('success', PARAMETER_LINK_TEXTS.copied)
    else notifyApp('warning', PARAMETER_LINK_TEXTS.copyFailed)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconLink size={16} aria-hidden />}
      disabled={isDisabled}
      onClick={() => void copy()}
    >
      {PARAMETER_LINK_TEXTS.copy}
    </Button>
  )
}
