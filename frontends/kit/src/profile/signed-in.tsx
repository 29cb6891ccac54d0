import type { Session } from '@tuma/contracts/api'
import { api, calls, confirm, queryClient, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Card, DateTime, Facts } from '@tuma/kit/ui'
import { useId } from 'react'
import { sessionsTexts } from './sessions-texts.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: api.sessions.key() })

/** Where the account is signed in, and how to end that. */
export const SignedIn = () => {
  const text = useText(sessionsTexts)
  const { data: sessions, isError, isFetching, refetch } = useQuery(api.sessions.list.queryOptions())
  const title = useId()
  const others = useEndOthers()
  return (
    <Card aria-labelledby={title} aria-busy={sessions === undefined && !isError}>
      <h2 id={title}>{text('title')}</h2>
      <p className="t-hint mt-1">{text('hint')}</p>
      {sessions === undefined && !isError ? <span className="t-skeleton mt-4 h-16" /> : null}
      {sessions === undefined && isError ? (
        <div role="alert" className="mt-4 grid justify-items-start gap-3">
          <p>{text('notLoaded')}</p>
          <Button variant="secondary" loading={isFetching} onClick={() => void refetch()}>
            {text('tryAgain')}
          </Button>
        </div>
      ) : null}
      {sessions ? (
        <ul className="mt-4 grid gap-4">
          {[...sessions].sort(currentFirst).map((session) => (
            <OneSession key={session._id} session={session} />
          ))}
        </ul>
      ) : null}
      {sessions?.some(({ current }) => !current) ? (
        <Button className="mt-4" variant="secondary" loading={others.isPending} onClick={() => void others.ask()}>
          {text('endOthers')}
        </Button>
      ) : null}
    </Card>
  )
}

const currentFirst = (one: Session, other: Session): number => Number(other.current) - Number(one.current)

const OneSession = ({ session }: { session: Session }) => {
  const text = useText(sessionsTexts)
  const name = useNameLookup(session)
  const { isPending, ask } = useEnd(session)
  const { current, network, since, lastUsed } = session
  return (
    <li className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="font-semibold">{name}</h3>
          {current ? <p className="t-hint">{text('current')}</p> : null}
        </div>
        {current ? null : (
          <Button
            variant="quiet"
            size="small"
            className="text-danger"
            aria-label={`${text('end')}, ${name}`}
            loading={isPending}
            onClick={() => void ask()}
          >
            {text('end')}
          </Button>
        )}
      </div>
      <Facts
        rows={[
          [text('network'), network],
          [text('since'), <DateTime key="since" at={since} />],
          [text('lastUsed'), <DateTime key="lastUsed" at={lastUsed} />],
        ]}
      />
    </li>
  )
}

const useNameLookup = ({ browser, system }: Session): string => {
  const text = useText(sessionsTexts)
  if (browser && system) return text('both', { browser, system })
  return browser ?? system ?? text('unknown')
}

const useEnd = ({ _id: id }: Session) => {
  const text = useText(sessionsTexts)
  const { isPending, mutate } = useMutation({
    mutationFn: () => calls.sessions.end({ id }),
    onSuccess: () => void toast.success(text('ended')),
    onError: () => void toast.error(text('failed')),
    onSettled: refresh,
  })
  const ask = async (): Promise<void> => {
    const question = { title: text('endSure'), text: text('endWhat'), yes: text('end'), danger: true }
    if (await confirm(question)) mutate()
  }
  return { isPending, ask }
}

const useEndOthers = () => {
  const text = useText(sessionsTexts)
  const { isPending, mutate } = useMutation({
    mutationFn: () => calls.sessions.endOthers(),
    onSuccess: () => void toast.success(text('othersEnded')),
    onError: () => void toast.error(text('failed')),
    onSettled: refresh,
  })
  const ask = async (): Promise<void> => {
    const question = { title: text('endOthersSure'), text: text('endOthersWhat'), yes: text('endOthers'), danger: true }
    if (await confirm(question)) mutate()
  }
  return { isPending, ask }
}
