import type { User } from '@tuma/contracts/api'
import { alert, api, confirm, queryClient, toast, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: api.people.key() })

export const useChangeRole = (onDone: () => void) => {
  const text = useText(texts)
  const say = useErrorText()
  return useMutation(
    api.people.changeRole.mutationOptions({
      onSuccess: ({ name, role }) => {
        toast.success(text('users.changed', { name, role: text(`role.${role}`) }))
        onDone()
        return refresh()
      },
      onError: (error) => void alert(text('users.notChanged'), say(error, '')),
    }),
  )
}

/** Asks first. What the server refuses (the last admin) is said. */
export const useRemove = () => {
  const text = useText(texts)
  const say = useErrorText()
  const remove = useMutation(
    api.people.deleteUser.mutationOptions({
      onSuccess: () => {
        toast.success(text('users.deleted'))
        return refresh()
      },
      onError: (error) => void alert(text('users.notDeleted'), say(error, '')),
    }),
  )
  const ask = async ({ _id: id, name }: User): Promise<void> => {
    if (remove.isPending) return
    const question = { title: text('users.sure', { name }), text: text('people.what'), yes: text('delete') }
    if (await confirm({ ...question, danger: true })) remove.mutate({ id })
  }
  return { ask, pendingId: remove.isPending ? remove.variables.id : undefined }
}
