// A form that validates on the first submit and then on every change: no field is marked wrong before that.
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useRef } from 'react'

type Submitter<Values, Sent> = Parameters<UseFormReturnType<Values, Sent>['onSubmit']>[0]

export function useCheckedForm<Values extends Record<string, unknown>, Sent = Values>(
  input: UseFormInput<Values, Sent>,
) {
  const isChecked = useRef(false)
  const form = useForm<Values, Sent>({
    ...input,
    // The library clears only the field that changed; here a field may be valid or not depending on another.
    clearInputErrorOnChange: false,
    onValuesChange: () => {
      if (isChecked.current) form.validate()
    },
  })
  const onSubmit = (send: Submitter<Values, Sent>) => {
    const submit = form.onSubmit(send)
    return (event: Parameters<typeof submit>[0]) => {
      isChecked.current = true
      submit(event)
    }
  }
  return { ...form, onSubmit }
}
