// A form that says what is wrong from the first try to send it on, and then with every change: a field that nobody has sent yet is not wrong.
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useRef } from 'react'

type Submitter<Values, Sent> = Parameters<UseFormReturnType<Values, Sent>['onSubmit']>[0]

export function useCheckedForm<Values extends Record<string, unknown>, Sent = Values>(
  input: UseFormInput<Values, Sent>,
) {
  const isChecked = useRef(false)
  const form = useForm<Values, Sent>({
    ...input,
    // The library clears only the field that changed; here one may stand right or wrong by another.
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
