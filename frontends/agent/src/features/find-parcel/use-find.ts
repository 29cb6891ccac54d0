import { trackingIdsIn, twoIdsSentence } from '@tuma/contracts/vocabulary'
import { calls, useErrorText, useLocation, useMutation, useNavigate, useSentence, useText } from '@tuma/kit/runtime'
import { useState } from 'react'
import { texts } from '../../texts.ts'

export const findPath = '/Agent/find'
/** How a parcel was come by: the next one is looked for in the same way. */
export type Means = 'typed' | 'scanned'

/**
 * Looks through the whole shop. The only one that fits opens with its next step, several are listed at `findPath`.
 * @param listsNothing without a place for `problem`: the list says that nothing fits, or that it could not be looked for
 */
export const useFind = ({ listsNothing = false } = {}) => {
  const text = useText(texts)
  const say = useErrorText()
  const sentence = useSentence()
  const navigate = useNavigate()
  const { pathname, search: query, state } = useLocation()
  const [problem, setProblem] = useState('')
  // From one parcel to the next Back leads to where the first was looked for.
  const back: string = pathname.startsWith('/Agent/delivery/') ? (state?.back ?? '/Agent') : pathname + query
  const list = (search: string): void =>
    void navigate(findPath, { state: { search, typing: true }, replace: pathname === findPath })
  const looking = useMutation({
    mutationFn: ({ search }: { search: string; means: Means }) => calls.counter.find({ search, limit: 2 }),
    onSuccess: ([one, another], { search, means }) => {
      if (!one) {
        // An old result below “no match” would lead the agent to press the wrong parcel.
        if (listsNothing || pathname === findPath) list(search)
        return setProblem(
          text(trackingIdsIn(search).length > 0 || means === 'scanned' ? 'find.notFound' : 'find.noMatch'),
        )
      }
      if (another) return navigate(findPath, { state: { search }, replace: pathname === findPath })
      const found = { back, searched: pathname === findPath ? state?.search : undefined, means }
      const replace = pathname.startsWith('/Agent/delivery/')
      return navigate(`/Agent/delivery/${one.deliveryType}/${one._id}`, { state: found, replace })
    },
    onError: (error, { search }) => {
      if (listsNothing) list(search)
      setProblem(say(error, text('find.failed')))
    },
  })
  const find = (read: string, means: Means): void => {
    const search = read.trim()
    const [, second] = trackingIdsIn(search)
    const refused = second === undefined ? '' : sentence(twoIdsSentence)
    setProblem(search ? refused : text('find.empty'))
    if (search && !refused && !looking.isPending) looking.mutate({ search, means })
  }
  return { find, problem, looking: looking.isPending }
}
