// What one of our fields is given by its form. The library's `getInputProps` leaves the value's type open; here it is the form's own.
import type { UseFormReturnType } from '@mantine/form'

export const fieldOf = <Values, Name extends keyof Values & string>(form: UseFormReturnType<Values>, name: Name) => ({
  ...form.getInputProps(name),
  value: form.values[name],
})
