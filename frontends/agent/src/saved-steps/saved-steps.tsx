import { shopKey } from '@tuma/contracts/vocabulary'
import { Link, Outlet, useLocation, useText, useUser } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'
import { useAskBeforeLogout } from './before-logout.ts'
import { savedTexts } from './saved-texts.ts'
import { OutboxContext, useIsAway, useOpenedOutbox, useSavedSteps } from './use-outbox.ts'

const savedPath = '/Agent/saved'

/** Around all pages of an agent: opens their outbox once, and says above each page what waits in it. */
export const SavedSteps = () => {
  const { _id, location, address } = useUser()
  const outbox = useOpenedOutbox(_id, location && address ? shopKey({ location, address }) : null)
  return (
    <OutboxContext value={outbox}>
      <SavedLine />
      <Outlet />
    </OutboxContext>
  )
}

/** Says that steps wait without a network, and that steps need the agent. Both lead to the steps. */
const SavedLine = () => {
  const text = useText(savedTexts)
  const steps = useSavedSteps()
  const isAway = useIsAway()
  const isThere = useLocation().pathname.toLowerCase().startsWith(savedPath.toLowerCase())
  useAskBeforeLogout()
  const waitingCount = steps.filter(({ state }) => state === 'waiting').length
  const refusedCount = steps.filter(({ state }) => state === 'needsYou').length
  const lines = [
    ...(isAway && waitingCount > 0 ? [text('saved.offline', { count: waitingCount })] : []),
    ...(refusedCount > 0 && !isThere ? [text('saved.needYou', { count: refusedCount })] : []),
  ]
  if (lines.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {lines.map((line) => (
        <Notice key={line} tone="warning">
          {isThere ? line : <Link to={savedPath}>{line}</Link>}
        </Notice>
      ))}
    </div>
  )
}
