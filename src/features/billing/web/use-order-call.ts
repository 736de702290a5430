// A request about an order, for its money back or a 发票: the order that the server answers is shown at once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifySuccess, toastError } from '#platform/web/ui/notices.tsx'
import type { OwnOrder } from '../contract.ts'

interface OrderCallTexts {
  readonly done: string
  /** What the person was doing, for a failure without its own text. */
  readonly action: string
}

export function useOrderCall<Input>(
  call: (input: Input) => Promise<OwnOrder>,
  { done, action }: OrderCallTexts,
  onDone?: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: (order) => {
      notifySuccess(done)
      queryClient.setQueryData(['billing', 'order', order.id], order)
      onDone?.()
    },
    onError: (error) => {
      toastError(messageOf(error, action))
      // It was decided meanwhile, the credits were spent or the money went back: the page shows what is true now.
      void queryClient.invalidateQueries({ queryKey: ['billing', 'order'] })
    },
  })
}
