import { CannotSave, getBrowserEnvironment, type Outbox, openOutbox, type SavedStep } from '@tuma/kit/outbox'
import { askWhoIsSignedIn, serverNow, useText } from '@tuma/kit/runtime'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { savedTexts } from './saved-texts.ts'
import { sendStep } from './send-step.ts'

const noSteps: readonly SavedStep[] = []

/** Before the outbox is open, and for an agent without a shop: nothing can be stored. */
const closedOutbox: Outbox = {
  add: async () => {
    throw new CannotSave('noStorage')
  },
  undo: async () => false,
  retry: async () => {},
  remove: async () => {},
  steps: () => noSteps,
  isAway: () => false,
  subscribe: () => () => {},
  forgetDone: async () => {},
  close: () => {},
}

/** `<SavedSteps>` gives it to all pages of an agent; tests may give one of their own. */
export const OutboxContext = createContext<Outbox>(closedOutbox)

/** Where steps of an agent are stored until they are sent: `await useOutbox().add({ kind: 'scanIn', … })`. */
export const useOutbox = (): Outbox => useContext(OutboxContext)

/** The steps of this agent at this shop that are on this phone, oldest first, drawn again with each change. */
export const useSavedSteps = (): readonly SavedStep[] => {
  const { subscribe, steps } = useBound(useOutbox())
  return useSyncExternalStore(subscribe, steps)
}

/** Whether steps cannot be sent now, as far as the phone or the last request says. */
export const useIsAway = (): boolean => {
  const { subscribe, isAway } = useBound(useOutbox())
  const isUnanswered = useSyncExternalStore(subscribe, isAway)
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine)
  return isUnanswered || !isOnline
}

/** Why a step was not stored, as a person reads it: `say(error)` of what `add` threw. */
export const useNotSavedText = (): ((error: unknown) => string) => {
  const text = useText(savedTexts)
  return (error) => text(error instanceof CannotSave && error.reason === 'full' ? 'saved.full' : 'saved.noStorage')
}

/** Opens the outbox of this agent at this shop for as long as the component is drawn. @param shop null: none */
export function useOpenedOutbox(account: string, shop: string | null): Outbox {
  const [outbox, setOutbox] = useState(closedOutbox)
  useEffect(() => {
    if (shop === null) return
    const environment = getBrowserEnvironment(() => Date.parse(serverNow()))
    const opened = openOutbox({ account, shop, environment, send: sendStep, whoIsSignedIn })
    setOutbox(opened)
    return () => {
      opened.close()
      setOutbox(closedOutbox)
    }
  }, [account, shop])
  return outbox
}

async function whoIsSignedIn(): Promise<string | null> {
  // The question would wait for the network, and the lock of the outbox with it.
  if (!navigator.onLine) throw new Error('no network')
  return (await askWhoIsSignedIn())?._id ?? null
}

/** The same functions for as long as the outbox is the same. */
function useBound(outbox: Outbox) {
  const [bound, setBound] = useState(() => bind(outbox))
  if (bound.of === outbox) return bound
  const next = bind(outbox)
  setBound(next)
  return next
}

const bind = (outbox: Outbox) => ({
  of: outbox,
  subscribe: (listener: () => void) => outbox.subscribe(listener),
  steps: () => outbox.steps(),
  isAway: () => outbox.isAway(),
})

const followNetwork = (tell: () => void): (() => void) => {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}
