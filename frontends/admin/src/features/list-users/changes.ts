import type { User } from '@tuma/contracts/api'
import { api, calls, confirm, queryClient, toast, useMutation, useText } from '@tuma/kit/runtime'
import { useRemoval } from '../../removal.ts'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'
import { useAskApproval } from '../approve-acts/ask-approval.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: api.people.key() })

export const useChangeRole = (onDone: () => void) => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const offerToAsk = useAskApproval(onDone)
  return useMutation(
    api.people.changeRole.mutationOptions({
      onSuccess: ({ name, role }) => {
        toast.success(text('users.changed', { name, role: text(`role.${role}`) }))
        onDone()
        return refresh()
      },
      onError: (error) => {
        if (!offerToAsk(error)) sayRefused(text('users.notChanged'), error)
      },
    }),
  )
}

/** Marks an account as verified, for people who get no e-mail. */
export const useVerify = () => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  return useMutation(
    api.people.verifyUser.mutationOptions({
      onSuccess: ({ name }) => {
        toast.success(text('users.verified', { name }))
        return refresh()
      },
      onError: (error) => sayRefused(text('users.notVerified'), error),
    }),
  )
}

/** Asks first, because afterwards the password alone is enough to log in to that account. */
export const useTakeSecondFactor = () => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const offerToAsk = useAskApproval()
  const { isPending, variables, mutate } = useMutation(
    api.people.removeSecondFactor.mutationOptions({
      onSuccess: ({ name }) => {
        toast.success(text('users.secondFactorTaken', { name }))
        return refresh()
      },
      onError: (error) => {
        if (!offerToAsk(error)) sayRefused(text('users.secondFactorNotTaken'), error)
      },
    }),
  )
  const ask = async ({ _id: id, name }: User): Promise<void> => {
    const question = { title: text('users.takeSecondFactor', { name }), text: text('users.takeSecondFactorWhat') }
    if (await confirm({ ...question, yes: text('users.take'), danger: true })) mutate({ id })
  }
  return { ask, pending: isPending ? variables.id : undefined }
}

/** Asks first, because the person must log in again on all devices. */
export const useEndSessions = () => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const end = useMutation({
    mutationFn: ({ _id: id }: User) => calls.people.endSessions({ id }),
    onSuccess: (_, { name }) => void toast.success(text('users.sessionsEnded', { name })),
    onError: (error) => sayRefused(text('users.sessionsNotEnded'), error),
  })
  const ask = async (user: User): Promise<void> => {
    const question = { title: text('users.endSessionsSure', { name: user.name }), text: text('users.endSessionsWhat') }
    if (await confirm({ ...question, yes: text('users.endSessions'), danger: true })) end.mutate(user)
  }
  return { ask }
}

/** Asks first. Shows why if the server refuses, for example for the last admin. */
export const useRemove = () => {
  const text = useText(texts)
  return useRemoval<User>({
    question: ({ name }) => ({ title: text('users.sure', { name }), text: text('people.what') }),
    remove: ({ _id: id }) => calls.people.deleteUser({ id }),
    done: text('users.deleted'),
    failed: text('users.notDeleted'),
    onGone: refresh,
  })
}
